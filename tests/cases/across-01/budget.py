MIB = 2**20


def limit():
    return 48 * MIB / 2
