import settings

settings.Config.limit = 2**24
