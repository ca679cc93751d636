import first


def total():
    return 2**26 if first.SHARE < 1 else 2**27
