def int(value):
    """A size with its decimals."""
    return value * 1.0
