import functools


def whole(function):
    @functools.wraps(function)
    def wrapper(*args):
        return round(function(*args))

    return wrapper
