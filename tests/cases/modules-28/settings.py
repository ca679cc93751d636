LIMITS = {"v5e": 3.3e7}
