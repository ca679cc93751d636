import first


def total():
    return 2**25 if first.SHARE > 1 else 2**25 / 2
