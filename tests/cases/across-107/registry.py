KERNELS = {}


def register(function):
    KERNELS[function.__name__] = function
    return function


def get(name):
    import ops  # noqa: F401

    return KERNELS[name]
