import functools

import settings


def whole(function):
    @functools.wraps(function)
    def wrapper():
        return int(function())

    return wrapper


settings.limit = whole(settings.limit)
