LIMIT = 6e6


def wide(x):
    from second import narrow

    return narrow(x)
