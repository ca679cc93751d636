_hooks = {}


def hook(name):
    def add(function):
        _hooks.setdefault(name, []).append(function)
        return function

    return add


def run(name, value):
    for function in _hooks.get(name, ()):
        value = function(value)
    return value
