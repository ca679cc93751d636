class KernelConfig:
    share = 0.4

    @property
    def limit(self):
        return 2**27 * self.share
