def apply(function, *args):
    """function(*args), by another name."""
    return function(*args)
