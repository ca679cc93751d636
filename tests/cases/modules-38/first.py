import second

SHARE = 2


def limit():
    return second.total() * SHARE
