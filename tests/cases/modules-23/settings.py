limit = 3.3e7


def use(value):
    global limit
    limit = value
