import second

SHARE = 0.5


def limit():
    return second.total() * SHARE
