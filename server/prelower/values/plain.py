"""Plain Python values and what the interpreter knows of them: the way there and back, within bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from prelower.values.classinfo import class_of, info, is_ours
from prelower.values.model import (
    ABSENT,
    Absent,
    Entry,
    Instance,
    Known,
    Mapping,
    Possible,
    Sequence,
    Unknown,
    Value,
    What,
)

Result: TypeAlias = "What | tuple[What, ...] | None"
"""What a library function gives: one possibility, several, or None where it is not in the tables."""

MAX_BITS = 4096
MAX_LENGTH = 65_536
MAX_ITEMS = 2048

_PLAIN = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis))
_MAKERS: dict[str, Callable[[list[object]], object]] = {
    "builtins.list": list,
    "builtins.tuple": tuple,
    "builtins.set": set,
    "builtins.frozenset": frozenset,
}


def exact(dotted: str) -> Instance:
    """A value of exactly that class, and no more known."""
    return Instance(info(dotted))


BOOL, INT, FLOAT, COMPLEX = (exact(f"builtins.{name}") for name in ("bool", "int", "float", "complex"))
STR, BYTES = exact("builtins.str"), exact("builtins.bytes")
NONE = Known(None)
OUTSIDE = Unknown("comes from outside the program")


def raises(error: Exception | str, doing: str) -> Unknown:
    """What is known of an expression that raises: the reason begins with `raises `."""
    name = error if isinstance(error, str) else type(error).__name__
    return Unknown(f"raises {name}: {doing}")


def is_raise(what: What) -> bool:
    """Whether evaluating it is known to raise."""
    return isinstance(what, Unknown) and what.reason.startswith("raises ")


def value_of(what: What) -> Value:
    """The value with that one possibility, made nowhere in particular."""
    return (Possible(what),)


def single(value: Value) -> What | None:
    """The one thing that a value can be, None where there are several."""
    first = value[0].what if value else None
    return first if all(same(each.what, first) for each in value[1:]) else None


def same(left: object, right: object) -> bool:
    """Whether two descriptions are the same to the type of each part: `1` is not `True`, and `nan` is itself."""
    if type(left) is not type(right):
        return False
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, (float, complex)):
        return repr(left) == repr(right)
    return left is right or left == right


def fits(value: object) -> bool:
    """Whether a plain value is small enough to be carried along."""
    if isinstance(value, int):
        return value.bit_length() <= MAX_BITS
    return not isinstance(value, (str, bytes)) or len(value) <= MAX_LENGTH


def is_plain(value: object) -> bool:
    """Whether it is a value that Known may hold."""
    return type(value) in _PLAIN


def known(value: object) -> What:
    """What is known of a plain value: itself, or its class alone where it is too large."""
    return Known(value) if fits(value) else exact(f"builtins.{type(value).__name__}")


def plain(what: What) -> object:
    """The plain Python value that it is exactly, ABSENT where not known; a numpy scalar or enum member is none."""
    if isinstance(what, Known):
        return what.value
    if isinstance(what, Instance) and what.exact and is_plain(what.value) and same_class(what):
        return what.value
    return ABSENT


def same_class(what: Instance) -> bool:
    """Whether its known value is of its very class, so that nothing is lost by taking the value."""
    return what.cls.name == f"builtins.{type(what.value).__name__}"


def number(what: What) -> object:
    """The plain value to compute with: also that of a numpy scalar, where Python's functions see no difference."""
    if isinstance(what, Instance) and is_ours(what.cls.name) and not what.cls.derives("enum.Enum"):
        return what.value
    return plain(what)


def index(what: What) -> object:
    """The int that it is where an index or a count is asked for; numpy's bool is none."""
    value = ABSENT if class_name(what) == "numpy.bool" else number(what)
    return value if isinstance(value, int) else ABSENT


def concrete(what: What) -> object:
    """The Python object, containers included, that it is exactly; ABSENT where a part is not known."""
    if isinstance(what, Sequence):
        return _sequence(what)
    if isinstance(what, Mapping):
        return _mapping(what)
    return plain(what)


def _sequence(what: Sequence) -> object:
    make = _MAKERS.get(what.cls.name)
    if make is None or what.rest or len(what.items) > MAX_ITEMS:
        return ABSENT
    items = [_item(each) for each in what.items]
    try:
        return ABSENT if any(isinstance(each, Absent) for each in items) else make(items)
    except TypeError:  # an unhashable item of a set
        return ABSENT


def _mapping(what: Mapping) -> object:
    if what.cls.name != "builtins.dict" or what.rest or len(what.entries) > MAX_ITEMS:
        return ABSENT
    result: dict[object, object] = {}
    for entry in what.entries:
        key, value = concrete(entry.key), _item(entry.value)
        if not entry.sure or isinstance(key, Absent) or isinstance(value, Absent):
            return ABSENT
        result[key] = value
    return result


def _item(value: Value) -> object:
    what = single(value)
    return ABSENT if what is None else concrete(what)


def abstract(value: object) -> What:
    """What is known of a real Python value: the way back from `concrete`."""
    if is_plain(value):
        return known(value)
    name = f"builtins.{type(value).__name__}"
    if isinstance(value, (list, tuple, set, frozenset)) and name in _MAKERS:
        return Sequence(info(name), tuple(value_of(abstract(each)) for each in value))
    if type(value) is dict:
        return Mapping(info(name), tuple(Entry(abstract(k), value_of(abstract(v)), None) for k, v in value.items()))
    return Unknown(f"a {type(value).__name__}")


def class_name(what: What) -> str:
    """The dotted name of its class where it is exact and of our tables, else an empty string."""
    if isinstance(what, Instance) and not what.exact:
        return ""
    cls = class_of(what)
    return cls.name if cls is not None and is_ours(cls.name) else ""


def sequence(name: str, items: tuple[Value, ...], rest: bool = False) -> Sequence:
    """A list, tuple, set or iterator with these items."""
    return Sequence(info(f"builtins.{name}"), items, rest)


def of_whats(name: str, items: list[What]) -> Sequence:
    """A list, tuple, set or iterator with one possibility an item."""
    return sequence(name, tuple(value_of(item) for item in items))
