"""Builtins that go through items: `list`, `len`, `sum`, `max`, `sorted`, `zip`, `range` and their like."""

from __future__ import annotations

from prelower.values.arithmetic import binary
from prelower.values.arrays import item_or_array
from prelower.values.classinfo import info, is_ours
from prelower.values.library.table import Args, Function, Keywords, at
from prelower.values.model import ABSENT, Absent, Array, Instance, Known, Mapping, Sequence, Unknown, Value, What
from prelower.values.plain import (
    BOOL,
    FLOAT,
    INT,
    MAX_ITEMS,
    Result,
    class_name,
    concrete,
    exact,
    index,
    is_raise,
    number,
    of_whats,
    plain,
    raises,
    sequence,
    single,
    value_of,
)
from prelower.values.scalars import is_scalar
from prelower.values.truth import compare, truth

_UNSIZED = ("zip", "map", "filter", "enumerate", "reversed", "generator", "int", "float", "bool", "NoneType")
_NUMBERS = ("int", "float", "bool", "complex", "NoneType")
_MAX_ROWS = 64


def iterate(what: What, ordered: bool = True) -> tuple[Value, ...] | None:
    """The items that a value gives in turn, None where they are not all known; a set has no order to rely on."""
    if isinstance(what, Sequence):
        mixed = ordered and what.cls.name in ("builtins.set", "builtins.frozenset") and len(what.items) > 1
        return None if what.rest or mixed or not is_ours(what.cls.name) else what.items
    if isinstance(what, Mapping):
        sure = not what.rest and is_ours(what.cls.name) and all(entry.sure for entry in what.entries)
        return tuple(value_of(entry.key) for entry in what.entries) if sure else None
    if isinstance(what, Known) and isinstance(what.value, (str, bytes)) and len(what.value) <= MAX_ITEMS:
        return tuple(value_of(Known(each)) for each in what.value)
    return _rows(what) if isinstance(what, Array) else None


def not_walked(what: What) -> Result | None:
    """What walking a value raises, where it does so whatever it holds."""
    if class_name(what).removeprefix("builtins.") not in _NUMBERS:
        return None
    return raises("TypeError", f"{class_name(what)!r} object is not iterable")


def _rows(what: Array) -> tuple[Value, ...] | None:
    if not what.shape or what.shape[0] is None or what.shape[0] > _MAX_ROWS:
        return None
    return (value_of(item_or_array(what, what.shape[1:])),) * what.shape[0]


def _collected(name: str) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        if not args:
            return sequence(name, ())
        items = iterate(args[0])
        if items is not None:
            return sequence(name, items)
        if raised := not_walked(args[0]):
            return raised
        kept = args[0].items if isinstance(args[0], Sequence) and class_name(args[0]) in _LISTS else ()
        return sequence(name, kept, rest=True)

    return run


_LISTS = ("builtins.list", "builtins.tuple")


def _len(args: Args, keywords: Keywords) -> Result:
    what = args[0] if args else Unknown("nothing")
    name = class_name(what)
    if name.removeprefix("builtins.") in _UNSIZED:
        return raises("TypeError", f"object of type {name!r} has no len()")
    if isinstance(what, Array):
        length = what.shape[0] if what.shape else None
        return INT if length is None else Known(length)
    if isinstance(what, (Sequence, Mapping)):
        return _length(what)
    value = plain(what)
    return Known(len(value)) if isinstance(value, (str, bytes)) else INT


def _length(what: Sequence | Mapping) -> What:
    if class_name(what) in ("builtins.set", "builtins.frozenset"):
        value = concrete(what)
        return Known(len(value)) if isinstance(value, (set, frozenset)) else INT
    items = iterate(what, ordered=False)
    return INT if items is None else Known(len(items))


def _range(args: Args, keywords: Keywords) -> Result:
    values = [index(what) for what in args]
    if not values or not all(isinstance(value, int) for value in values):
        wrong = any(isinstance(number(what), (float, str, type(None))) for what in args)
        return raises("TypeError", "`range()` of no int") if wrong else exact("builtins.range")
    try:
        steps = range(*values)  # type: ignore[call-overload]
    except ValueError as error:
        return raises(error, "`range()`")
    # A range can be longer than `len()` can say.
    if steps and (steps[-1] - steps[0]) // steps.step >= MAX_ITEMS:
        return exact("builtins.range")
    return of_whats("range", [Known(each) for each in steps])


def _enumerate(args: Args, keywords: Keywords) -> Result:
    start = at(args, keywords, 1, "start")
    first = 0 if start is None else plain(start)
    items = iterate(args[0]) if args else None
    if items is None or not isinstance(first, int):
        return exact("builtins.enumerate")
    pairs = enumerate(items, first)
    return sequence("enumerate", tuple(value_of(_pair(value_of(Known(place)), item)) for place, item in pairs))


def _pair(*items: Value) -> What:
    return sequence("tuple", items)


def _zip(args: Args, keywords: Keywords) -> Result:
    parts = [iterate(what) for what in args]
    if any(part is None for part in parts):
        return exact("builtins.zip")
    rows = zip(*(part for part in parts if part is not None), strict=False)
    return sequence("zip", tuple(value_of(_pair(*row)) for row in rows))


def _reversed(args: Args, keywords: Keywords) -> Result:
    items = iterate(args[0]) if args else None
    name = class_name(args[0]) if args else ""
    if name not in (*_LISTS, "builtins.range", "builtins.str", "builtins.bytes") or items is None:
        return Unknown("`reversed()` of a value that is not known")
    made = {"builtins.list": "list_reverseiterator", "builtins.range": "range_iterator"}.get(name, "reversed")
    return sequence(made, items[::-1])


def _any_all(wanted: bool) -> Function:
    """`any` or `all`: the first item of that truth decides."""

    def run(args: Args, keywords: Keywords) -> Result:
        items = iterate(args[0], ordered=False) if args else None
        if items is None:
            return BOOL
        answers = [_truth_of(item) for item in items]
        if wanted in answers:
            return Known(wanted)
        return BOOL if None in answers else Known(not wanted)

    return run


def _truth_of(item: Value) -> bool | None:
    what = single(item)
    return None if what is None else truth(what)


def _sum(args: Args, keywords: Keywords) -> Result:
    total = at(args, keywords, 1, "start") or Known(0)
    items = iterate(args[0]) if args else None
    if items is None:
        return Unknown("`sum()` of items that are not known")
    if class_name(total) in ("builtins.str", "builtins.bytes", "builtins.bytearray"):
        return raises("TypeError", "`sum()` of strings")
    for item in items:
        what = single(item)
        total = binary("+", total, what) if what is not None else Unknown("an item that is not known")
        if isinstance(total, Unknown):
            return total
    # From Python 3.12 on floats are added more exactly, so that the last digit may differ.
    inexact = class_name(total) == "builtins.float" and len(items) > 2 and not _whole(items)
    return FLOAT if inexact else total


def _whole(items: tuple[Value, ...]) -> bool:
    """Whether all are small whole numbers, whose sum is exact in any order."""
    values = [number(what) for item in items if (what := single(item)) is not None]
    return all(isinstance(value, (int, float)) and abs(value) < 2**40 and value == int(value) for value in values)


def _best(op: str) -> Function:
    """`max` or `min`: the first item that no other one beats."""

    def run(args: Args, keywords: Keywords) -> Result:
        if set(keywords) - {"default"} or not args:
            return None
        items = tuple(value_of(what) for what in args) if len(args) > 1 else iterate(args[0], ordered=False)
        if items is None:
            return Unknown("items that are not known")
        if not items:
            return keywords.get("default") or raises("ValueError", "no items")
        return _decided(op, items) or _alike(items)

    return run


def _decided(op: str, items: tuple[Value, ...]) -> What | None:
    best = single(items[0])
    for item in items[1:]:
        what = single(item)
        if what is None or best is None:
            return None
        result = compare(op, what, best)
        answer = truth(result)
        if answer is None:
            return result if is_raise(result) else None
        best = what if answer else best
    return best


def _alike(items: tuple[Value, ...]) -> What:
    """The class that all items have."""
    classes = {class_name(possible.what) for item in items for possible in item}
    name = classes.pop()
    if classes or not name:
        return Unknown("items of several classes")
    first = items[0][0].what
    if isinstance(first, Array):
        return first if all(each.what == first for item in items for each in item) else Array(first.cls)
    return Unknown("one of several items") if isinstance(first, (Sequence, Mapping)) else Instance(info(name))


def _sorted(args: Args, keywords: Keywords) -> Result:
    backwards = truth(keywords.get("reverse") or Known(False))
    if set(keywords) - {"reverse"} or not args:
        return None
    items = iterate(args[0], ordered=False)
    keys = _sort_keys(items) if items is not None else None
    if items is None or keys is None or backwards is None:
        return sequence("list", (), rest=True)
    try:
        order = sorted(range(len(items)), key=keys.__getitem__, reverse=backwards)  # type: ignore[arg-type]
    except TypeError as error:
        return raises(error, "`sorted()`")
    return sequence("list", tuple(items[place] for place in order))


def _sort_keys(items: tuple[Value, ...]) -> list[object] | None:
    whats = [single(item) for item in items]
    keys = [None if what is None else _sort_key(what) for what in whats]
    numpys = {class_name(what) for what in whats if what is not None and is_scalar(what)}
    if numpys and (len(numpys) > 1 or not all(what is not None and is_scalar(what) for what in whats)):
        return None  # numpy compares different types after rounding
    return None if any(what is None for what in whats) or any(isinstance(key, Absent) for key in keys) else keys


def _sort_key(what: What) -> object:
    value = number(what) if isinstance(what, Instance) else concrete(what)
    return ABSENT if isinstance(value, complex) and is_scalar(what) else value


FUNCTIONS: dict[str, Function] = {
    "builtins.list": _collected("list"),
    "builtins.tuple": _collected("tuple"),
    "builtins.len": _len,
    "builtins.range": _range,
    "builtins.enumerate": _enumerate,
    "builtins.zip": _zip,
    "builtins.reversed": _reversed,
    "builtins.any": _any_all(True),
    "builtins.all": _any_all(False),
    "builtins.sum": _sum,
    "builtins.max": _best(">"),
    "builtins.min": _best("<"),
    "builtins.sorted": _sorted,
}
