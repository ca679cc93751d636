def budget(count):
    return count * 1.5


def limit():
    return budget(2**20)
