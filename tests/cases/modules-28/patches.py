from settings import LIMITS

LIMITS["v5e"] = 2**25
