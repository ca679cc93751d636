CONFIG = {"size": 128}
