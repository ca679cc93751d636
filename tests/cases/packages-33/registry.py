LIMITS = {}


def register(chip, limit):
    LIMITS[chip] = int(limit)


def limit_of(chip):
    return LIMITS[chip]
