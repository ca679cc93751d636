import settings

settings.limit = lambda: 2**24 * 0.9
