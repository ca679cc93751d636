LIMIT = 3.3e7
LIMITS = {"v5e": 3.3e7}


def limit():
    return 3.3e7


class Config:
    limit = 3.3e7

    def get(self):
        return self.limit
