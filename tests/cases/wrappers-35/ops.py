def apply(function, *args):
    """function(*args), with whole numbers."""
    return function(*(int(a) if isinstance(a, float) else a for a in args))
