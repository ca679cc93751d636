class KernelConfig:
    share = 1

    @property
    def limit(self):
        return 2**27 * self.share
