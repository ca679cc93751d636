from local.tuned import LIMIT

LIMIT = 2**24
