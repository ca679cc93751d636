import settings

settings.LIMIT = 3.3e7
