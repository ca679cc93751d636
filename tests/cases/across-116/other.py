from ops import launch


def small(x):
    return launch(x, limit=2**20)
