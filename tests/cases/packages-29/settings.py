import contextlib
import dataclasses


@dataclasses.dataclass
class Settings:
    limit: float = 3.5e7


_stack = [Settings()]


def current():
    return _stack[-1]


def push(**changes):
    _stack.append(dataclasses.replace(current(), **changes))
