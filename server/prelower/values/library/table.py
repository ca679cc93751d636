"""How the tables are written: functions from what is known of the arguments to what is known of the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from prelower.values.model import ABSENT, Absent, Instance, What
from prelower.values.plain import Result, abstract, class_name, concrete, number, raises
from prelower.values.scalars import is_scalar

Args: TypeAlias = "tuple[What, ...]"
Keywords: TypeAlias = "dict[str, What]"
Function: TypeAlias = "Callable[[Args, Keywords], Result]"
Functions: TypeAlias = "Mapping[str, Function]"

ERRORS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, MemoryError, RecursionError)
"""What a pure function of Python's raises for wrong arguments."""


def object_of(what: What) -> object:
    """The Python object to hand to a real function: that of a numpy scalar is its plain value."""
    if class_name(what) == "numpy.bool":
        return ABSENT
    return number(what) if isinstance(what, Instance) else concrete(what)


def attempt(real: Callable[..., object], *args: object, **keywords: object) -> What:
    """What the real function gives, or that it raises."""
    try:
        return abstract(real(*args, **keywords))
    except ERRORS as error:
        return raises(error, str(error).partition("\n")[0][:100])


def always(result: Result) -> Function:
    """A function that gives this whatever it is given."""
    return lambda args, keywords: result


def pure(real: Callable[..., object], otherwise: What, limit: int | None = None) -> Function:
    """A real function of Python's, computed on values that are known; `limit` bounds its numbers."""

    def run(args: Args, keywords: Keywords) -> Result:
        values = [object_of(what) for what in args]
        named = {name: object_of(what) for name, what in keywords.items()}
        known = not any(isinstance(value, Absent) for value in (*values, *named.values()))
        if not known or (limit is not None and not _below(limit, values)) or _odd(args):
            return otherwise
        return attempt(real, *values, **named)

    return run


def _odd(args: Args) -> bool:
    """Whether an argument is a numpy scalar that is no Python number, for which a real function may not be asked."""
    return any(
        is_scalar(what) and not what.cls.derives("builtins.float") for what in args if isinstance(what, Instance)
    )


def _below(limit: int, values: list[object]) -> bool:
    return all(not isinstance(value, (int, float)) or abs(value) <= limit for value in values)


def at(args: Args, keywords: Keywords, place: int, name: str) -> What | None:
    """The argument of that place or name, None where it is not given."""
    return args[place] if place < len(args) else keywords.get(name)
