from ops import launch


def wide(x, size=9.8e6):
    return launch(x, size)
