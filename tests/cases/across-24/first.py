LIMIT = 6 * 10**6


def wide(x):
    from second import narrow

    return narrow(x)
