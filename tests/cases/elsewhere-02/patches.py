import settings


def apply(**values):
    for name, value in values.items():
        setattr(settings, name, value)
