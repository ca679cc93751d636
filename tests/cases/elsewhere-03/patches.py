import settings

vars(settings)["LIMIT"] = 2**24
