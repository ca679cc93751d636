_VALUES = {"LIMIT": 3.3e7}


def __getattr__(name):
    return int(_VALUES[name])
