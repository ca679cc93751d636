from ops import launch


def wide(x, size=9_800_000):
    return launch(x, size)
