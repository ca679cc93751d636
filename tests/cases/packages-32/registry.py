LIMITS = {}


def register(chip, limit):
    LIMITS[chip] = limit


def limit_of(chip):
    return LIMITS[chip]
