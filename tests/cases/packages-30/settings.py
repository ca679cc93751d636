import dataclasses


@dataclasses.dataclass
class Settings:
    limit: int = 2**25


_stack = [Settings()]


def current():
    return _stack[-1]


def push(**changes):
    _stack.append(dataclasses.replace(current(), **changes))
