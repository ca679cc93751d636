"""Methods and items of lists, tuples, sets and dicts that change nothing."""

from __future__ import annotations

from prelower.values.classinfo import is_ours
from prelower.values.model import Known, Mapping, Sequence, Unknown, Value, What
from prelower.values.plain import BOOL, INT, Result, raises, sequence, single, value_of
from prelower.values.strings import slice_of
from prelower.values.truth import compare, truth

_INDEXED = ("builtins.list", "builtins.tuple", "builtins.range", "collections.deque")


def method(what: Sequence | Mapping, name: str, args: tuple[What, ...]) -> Result:
    """What a method of a container gives; None for those that change it."""
    if not is_ours(what.cls.name):
        return None
    if name == "copy" and not args and what.cls.name != "builtins.tuple":
        return what
    if isinstance(what, Mapping):
        return _of_dict(what, name, args)
    if name in ("index", "count") and args:
        return _found(what, name, args[0]) if len(args) == 1 else Unknown("a part of a list")
    if what.cls.name in ("builtins.set", "builtins.frozenset"):
        return _of_set(what, name, args)
    return None


def _found(what: Sequence, name: str, wanted: What) -> What:
    """The place or number of items that equal the wanted one."""
    whats = [single(item) for item in what.items]
    answers = [None if each is None else truth(compare("==", each, wanted)) for each in whats]
    if name == "count":
        return INT if None in answers or what.rest else Known(answers.count(True))
    for place, answer in enumerate(answers):
        if answer is None:
            return INT
        if answer:
            return Known(place)
    return INT if what.rest else raises("ValueError", "it is not in the list")


def _of_set(what: Sequence, name: str, args: tuple[What, ...]) -> Result:
    if name in ("union", "intersection", "difference", "symmetric_difference"):
        return sequence(what.cls.name[9:], (), rest=True)
    return BOOL if name in ("issubset", "issuperset", "isdisjoint") else None


def _of_dict(what: Mapping, name: str, args: tuple[What, ...]) -> Result:
    if name in ("keys", "values", "items") and not args:
        sure = not what.rest and all(entry.sure for entry in what.entries)
        rows = [_view(name, entry.key, entry.value) for entry in what.entries]
        return sequence(f"dict_{name}", tuple(rows) if sure else (), rest=not sure)
    if name == "get" and args:
        return _get(what, args[0], args[1] if len(args) > 1 else Known(None))
    return None


def _view(name: str, key: What, value: Value) -> Value:
    if name == "keys":
        return value_of(key)
    return value if name == "values" else value_of(sequence("tuple", (value_of(key), value)))


def _get(what: Mapping, key: What, default: What) -> Result:
    """The possibilities of a key: its value, and the default where it may be missing."""
    found: list[What] = []
    for entry in what.entries:
        answer = truth(compare("==", entry.key, key))
        if answer is False:
            continue
        found += [possible.what for possible in entry.value]
        if answer and entry.sure:
            return tuple(found)
    return Unknown("a key that is not known") if what.rest else (*found, default)


def subscript(what: Sequence | Mapping, index: What) -> Result:
    """What an item or slice of a tuple, list, range or dict is."""
    if not is_ours(what.cls.name):
        return None
    if isinstance(what, Mapping):
        result = _get(what, index, raises("KeyError", "no such key"))
        return result if what.cls.name == "builtins.dict" else Unknown("an item of a dict with a default")
    if what.cls.name not in _INDEXED:
        return raises("TypeError", f"{what.cls.name} is not subscriptable")
    place = slice_of(index)
    if isinstance(place, slice):
        return what._replace(items=what.items[place]) if not what.rest else what._replace(items=(), rest=True)
    if what.rest or not isinstance(place, int):
        return Unknown("an item of a list that is not known")
    if not -len(what.items) <= place < len(what.items):
        return raises("IndexError", f"no item {place}")
    return tuple(possible.what for possible in what.items[place])
