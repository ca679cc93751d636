"""Operators of lists, tuples, sets, dicts, and the `%` of strings."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from prelower.values.model import Absent, Entry, Mapping, Possible, Sequence, Unknown, Value, What
from prelower.values.plain import (
    BYTES,
    MAX_ITEMS,
    STR,
    abstract,
    class_name,
    concrete,
    exact,
    is_plain,
    known,
    number,
    plain,
    raises,
    single,
)
from prelower.values.scalars import dtype_of, is_scalar, text_of_scalar

_SETS: dict[str, Callable[[frozenset[object], frozenset[object]], object]] = {
    "|": operator.or_,
    "&": operator.and_,
    "-": operator.sub,
    "^": operator.xor,
}
_ORDERED = ("builtins.list", "builtins.tuple")
_UNORDERED = ("builtins.set", "builtins.frozenset")
_INDEXES = ("builtins.int", "builtins.bool")


def binary(op: str, left: What, right: What) -> What:
    """What an operator gives where one operand at least is a list, tuple, set or dict."""
    first, second = class_name(left), class_name(right)
    if op == "%" and first in ("builtins.str", "builtins.bytes"):
        return percent(left, right)
    if op == "+" and first in _ORDERED and second in _ORDERED:
        return _joined(left, right) if first == second else raises("TypeError", f"{first} + {second}")
    if op == "*" and (first in _ORDERED or second in _ORDERED):
        return _repeated(left, right) if first in _ORDERED else _repeated(right, left)
    if op in _SETS and first in _UNORDERED and second in _UNORDERED:
        return _combined(op, left, right)
    if op == "|" and first == second == "builtins.dict":
        return merged(left, right)
    return Unknown(f"`{op}` between these classes")


def _joined(left: What, right: What) -> What:
    if not isinstance(left, Sequence):
        return exact(class_name(left))
    if left.rest or not isinstance(right, Sequence):
        return left._replace(rest=True, each=())
    if len(left.items) + len(right.items) > MAX_ITEMS:
        return left._replace(items=(), rest=True)
    return left._replace(items=left.items + right.items, rest=right.rest)


def _repeated(items: What, count: What) -> What:
    name = class_name(count)
    if name not in _INDEXES and not (is_scalar(count) and name.startswith(("numpy.int", "numpy.uint"))):
        return Unknown("a list or tuple times something that is no int")
    times = number(count)
    if not isinstance(items, Sequence):
        return exact(class_name(items))
    if isinstance(times, int) and times <= 0:
        return items._replace(items=(), rest=False)
    if isinstance(times, int) and not items.rest and len(items.items) * times <= MAX_ITEMS:
        return items._replace(items=items.items * min(times, MAX_ITEMS))
    return items._replace(items=(), rest=True)


def _combined(op: str, left: What, right: What) -> What:
    first, second = concrete(left), concrete(right)
    if isinstance(first, (set, frozenset)) and isinstance(second, (set, frozenset)):
        return abstract(_SETS[op](first, second))  # type: ignore[arg-type]
    return exact(class_name(left))


def merged(left: What, right: What) -> What:
    """The dict `left | right`, its entries where known: those of the right win."""
    if not isinstance(left, Mapping) or not isinstance(right, Mapping) or right.rest:
        return right._replace(rest=True) if isinstance(right, Mapping) else exact("builtins.dict")
    keys = [_key(entry) for entry in (*left.entries, *right.entries)]
    if any(isinstance(key, Absent) for key in keys) or left.cls != right.cls:
        return exact("builtins.dict")
    result: dict[object, Entry] = {_key(entry): entry for entry in left.entries}
    for entry in right.entries:
        result[_key(entry)] = _overridden(result.get(_key(entry)), entry)
    return Mapping(left.cls, tuple(result.values()), left.rest)


def _key(entry: Entry) -> object:
    """The key as Python's dict has it, where it is known and hashable."""
    key = concrete(entry.key)
    return key if is_plain(key) or isinstance(key, (Absent, tuple)) else Absent()


def _overridden(old: Entry | None, new: Entry) -> Entry:
    if old is None:
        return new
    if new.sure:
        return new._replace(key=old.key)
    return new._replace(key=old.key, value=old.value + new.value, sure=old.sure)


def bounded_format(text: str | bytes) -> bool:
    """Whether a format string asks for no great width or precision."""
    words = text.decode("latin-1") if isinstance(text, bytes) else text
    return len(words) < 4096 and "*" not in words and not re.search(r"[0-9]{4}", words)


def percent(left: What, right: What) -> What:
    """What `text % right` gives."""
    text = plain(left)
    result = BYTES if class_name(left) == "builtins.bytes" else STR
    if not isinstance(text, (str, bytes)) or not bounded_format(text):
        return result
    shown = _shown(right)
    if isinstance(shown, Absent):
        return result
    if ("%r" in str(text) or "%a" in str(text)) and _has_scalar(right):
        return result
    try:
        return known(text % shown)
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        return result if _has_scalar(right) else raises(error, "formatting with `%`")


def _shown(what: What) -> object:
    """The object that prints the same; numpy's numbers print as Python's where their text says so."""
    if is_scalar(what):
        value = number(what)
        return value if dtype_of(what) and text_of_scalar(what) == str(value) else Absent()  # type: ignore[arg-type]
    if isinstance(what, Sequence) and what.cls.name == "builtins.tuple" and not what.rest:
        items = [_shown_item(item) for item in what.items]
        return Absent() if any(isinstance(item, Absent) for item in items) else tuple(items)
    return concrete(what)


def _shown_item(value: Value) -> object:
    what = single(value)
    return Absent() if what is None else _shown(what)


def _has_scalar(what: What) -> bool:
    possible: list[Possible] = [each for item in what.items for each in item] if isinstance(what, Sequence) else []
    return is_scalar(what) or any(is_scalar(each.what) for each in possible)
