import sizes


def whole(count):
    return count * 16


sizes.budget = whole
