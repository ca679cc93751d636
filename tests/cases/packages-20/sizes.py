LIMITS = {"small": 2**22, "large": 4.1e7}
globals().update(LIMITS)
LIMIT = LIMITS["large"]
