import launch


def double(x, mib):
    """Twice x, in so many mebibytes."""
    return launch.double(x, limit=mib * 2**20)
