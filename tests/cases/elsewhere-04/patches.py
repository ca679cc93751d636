import settings

settings.__dict__.update(LIMIT=2**24)
