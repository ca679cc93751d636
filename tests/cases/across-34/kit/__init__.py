import importlib

_HOMES = {"launch": ".ops", "LIMIT": ".sizes"}


def __getattr__(name):
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name], __name__), name)
    raise AttributeError(name)
