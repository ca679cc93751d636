def budget(count):
    return count * 1.5
