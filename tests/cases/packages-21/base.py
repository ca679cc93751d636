class Base:
    share = 0.5

    def __init__(self, mib):
        self.bytes = self.convert(mib * 2**20)

    def convert(self, size):
        return int(size * self.share)
