from .launching import launch


def wide(x, size):
    return launch(x, size)
