import settings

globals().update({k: int(v) for k, v in vars(settings).items() if k == "LIMIT"})
