from settings import Config

Config.get = lambda self: int(self.limit)
