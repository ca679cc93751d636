import settings


class Config(settings.Config):
    limit = 2**24


settings.Config = Config
