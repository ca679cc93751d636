LIMITS = {"v5e": 2**24}
