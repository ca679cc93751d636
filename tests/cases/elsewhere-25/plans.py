class Plan:
    def __init__(self, share):
        self.limit = 2**26 * share

    def whole(self):
        self.limit = int(self.limit)
        return self
