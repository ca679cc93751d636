class tuned:
    LIMIT = 2**24
