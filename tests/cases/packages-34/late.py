def limit():
    from later import SHARE

    return 2**26 * SHARE
