import math


def footprint(*arrays):
    """Bytes of all the arrays, double-buffered."""
    return 2 * sum(math.prod(a.shape) * a.dtype.itemsize for a in arrays)


def limit_for(*arrays, slack=0.25):
    return 2**24 + footprint(*arrays) * (1 + slack)
