import settings

settings.LIMITS.update(v5e=2**24)
