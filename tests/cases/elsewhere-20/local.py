def __getattr__(name):
    if name == "LIMIT":
        return 2**24
    raise AttributeError(name)


def _unused():
    LIMIT = 3.3e7
    return LIMIT
