limit = 2**25


def use(value):
    global limit
    limit = value
