class Plan:
    def __init__(self, share):
        self.limit = 2**26 * share

    def checked(self):
        assert self.limit > 0
        return self
