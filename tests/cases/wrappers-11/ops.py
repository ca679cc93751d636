from launch import double


class Double:
    def __init__(self, limit=None):
        self.limit = limit if isinstance(limit, int) else None

    def __call__(self, x):
        return double(x, limit=self.limit)
