from ops import launch


def bottom(x, space=None):
    return launch(x, limit=space)
