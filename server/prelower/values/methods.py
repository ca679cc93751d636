"""Methods of built-in values: those that change a list, set or dict, and those the tables know."""

from __future__ import annotations

import ast
from collections.abc import Callable

from prelower.values.classinfo import info
from prelower.values.dicts import entry_at, fixed, is_closed, key_of, key_value, merged, put, put_named
from prelower.values.export import exported, taken
from prelower.values.frames import ANY
from prelower.values.given import Given
from prelower.values.library import method as table_method
from prelower.values.lists import LISTS, SETS
from prelower.values.machine import Machine
from prelower.values.model import Known, Possible, Unknown, Value
from prelower.values.objects import (
    BoundMethod,
    DictObject,
    Function,
    InstanceObject,
    ListObject,
    LostObject,
    MethodOf,
    NamesOf,
    Partial,
    Ref,
    UserClass,
    Wrapped,
)
from prelower.values.possible import NONE, one, union, unknown
from prelower.values.sequences import items_of, list_of, not_iterable, tuple_of

CALM = frozenset({"append", "items", "keys", "values", "copy", "clear"})
"""Methods of lists, sets and dicts that raise only where they are called with too few or too many arguments."""
DictMethod = Callable[[Machine, Ref, DictObject, Given], "Value | None"]


def call_method_of(m: Machine, method: MethodOf, given: Given, node: ast.Call | None) -> Value:
    """What calling a built-in method gives, and what it changes."""
    receiver = method.receiver.what
    if method.name == "object.__init__":
        return NONE
    if isinstance(receiver, (MethodOf, BoundMethod, Function, Partial)):
        m.lose((method.receiver,), f"called through `{method.name}`")
        return unknown(f"what `{method.name}` of a function gives")
    if isinstance(receiver, NamesOf):
        from prelower.values.namespaces import names_method

        return names_method(m, receiver, method.name, given)
    if isinstance(receiver, Wrapped):
        from prelower.values.wrappers import call_wrapper_method

        return call_wrapper_method(m, receiver, method.name, given, node)
    if isinstance(receiver, UserClass):
        from prelower.values.records import class_method

        return class_method(m, receiver, method.name, given)
    if type(receiver) is Ref:
        return _of_object(m, method, receiver, given)
    return _by_tables(m, method.receiver, method.name, given)


def _of_object(m: Machine, method: MethodOf, ref: Ref, given: Given) -> Value:
    thing = m.heap(ref)
    m.risky = m.risky or method.name not in CALM
    result: Value | None = None
    if isinstance(thing, DictObject):
        handler = DICTS.get(method.name)
        result = handler(m, ref, thing, given) if handler else None
    elif isinstance(thing, ListObject):
        handler_ = LISTS.get(method.name) or (SETS.get(method.name) if "set" in thing.cls.name else None)
        result = handler_(m, ref, thing, given) if handler_ else None
    elif isinstance(thing, InstanceObject):
        from prelower.values.records import instance_method

        result = instance_method(m, method.receiver, thing, method.name, given)
    if result is not None:
        return result
    if isinstance(thing, LostObject):
        m.mark(ANY)
        for argument in given.positional:
            m.lose(argument.value, "given to something not known")
        return unknown(f"`{method.name}` of {thing.reason}")
    return _by_tables(m, method.receiver, method.name, given)


def _by_tables(m: Machine, receiver: Possible, name: str, given: Given) -> Value:
    m.mark(ANY)
    whats = [a.value[0].what for a in given.positional if len(a.value) == 1]
    named = {n: exported(m, a.value[0].what) for n, a in given.keywords.items() if len(a.value) == 1}
    if not given.more and len(whats) == len(given.positional) and len(named) == len(given.keywords):
        m.recorded = {}
        shown = exported(m, receiver.what)
        result = table_method(shown, name, tuple(exported(m, w) for w in whats), named)
        got = taken(m, result, (shown,)) if result is not None else None
        m.recorded = None
        if got is not None:
            return got
    if type(receiver.what) is Ref and not isinstance(m.heap(receiver.what), InstanceObject):
        m.lose((receiver,), f"changed by `{name}`")
    return unknown(f"what `{name}` gives")


# -- dicts


def _get(m: Machine, ref: Ref, thing: DictObject, given: Given) -> Value | None:
    if not 1 <= len(given.positional) <= 2 or given.keywords:
        return None
    default = given.positional[1].value if len(given.positional) == 2 else NONE
    return _looked_up(m, thing, given.positional[0].value, default)


def _looked_up(m: Machine, thing: DictObject, key: Value, default: Value) -> Value:
    found: list[Value] = []
    for possible in key:
        what = key_of(m, possible)
        entry = entry_at(thing, what)
        if entry is not None:
            found.append(entry.value)
            if entry.sure:
                continue
            found.append(default)
        elif fixed(what):
            found.append(unknown("an item of a dict that is not all known") if thing.rest else default)
        else:
            found.extend([*(e.value for e in thing.entries), default])
            if not is_closed(thing):
                found.append(unknown("an item under a key that is not known"))
    return union(found)


def _setdefault(m: Machine, ref: Ref, thing: DictObject, given: Given) -> Value | None:
    if not given.positional:
        return None
    key = given.positional[0].value
    default = given.positional[1] if len(given.positional) > 1 else None
    what = key_of(m, key[0]) if len(key) == 1 else Unknown("an item under a key that is not known")
    entry = entry_at(thing, what)
    if entry is not None and entry.sure:
        return entry.value
    value = default.value if default else NONE
    if entry is not None or thing.rest or not fixed(what):
        value = union([value, entry.value if entry else unknown("perhaps there already")])
    m.store(ref, put(m, thing, key, value, default.given if default else None))
    return value


def _update(m: Machine, ref: Ref, thing: DictObject, given: Given) -> Value | None:
    if thing.cls.name == "collections.Counter":  # which adds
        m.store(ref, LostObject("a Counter changed by `update`"))
        return NONE
    table = thing
    if any(not_iterable(m, argument.value) for argument in given.positional):
        m.throw("TypeError")
        return ()
    for argument in given.positional:
        table = merged(m, table, pairs_as_dict(m, argument.value))
    for name, argument in given.keywords.items():
        table = put_named(m, table, name, argument)
    if given.more or given.more_named:
        table = merged(m, table, unknown("unpacked"))
    m.store(ref, table)
    return NONE


def pairs_as_dict(m: Machine, value: Value) -> Value:
    """A dict, or the dict that a sequence of pairs makes."""
    what = value[0].what if len(value) == 1 else None
    thing = m.heap(what) if type(what) is Ref else None
    if isinstance(thing, DictObject) or isinstance(thing, InstanceObject) and thing.cls.name == "collections.ChainMap":
        return value
    items = items_of(m, value)
    if items is None:
        return unknown("pairs not all known")
    table = DictObject(info("builtins.dict"), ())
    for pair in items:
        parts = items_of(m, pair)
        if parts is None or len(parts) != 2:
            return unknown("pairs not all known")
        place = parts[1][0].places[-1] if parts[1] and parts[1][0].places else None
        table = put(m, table, parts[0], parts[1], place)
    return one(m.allocate(table))


def _pop_key(m: Machine, ref: Ref, thing: DictObject, given: Given) -> Value | None:
    if not given.positional:
        return None
    key = given.positional[0].value
    default = given.positional[1].value if len(given.positional) > 1 else None
    what = key_of(m, key[0]) if len(key) == 1 else Unknown("an item under a key that is not known")
    if not fixed(what):
        m.store(ref, LostObject("changed by `pop`"))
        return unknown("an item under a key that is not known")
    value = _looked_up(m, thing, key, default if default is not None else unknown("not there"))
    entry = entry_at(thing, what)
    if default is None and entry is None and not thing.rest:
        m.throw("KeyError")
        return ()
    if default is None and (entry is None or not entry.sure):
        m.mark("KeyError")
    m.store(ref, thing._replace(entries=tuple(e for e in thing.entries if e is not entry)))
    return value


def _popitem(m: Machine, ref: Ref, thing: DictObject, given: Given) -> Value | None:
    last = given.keywords["last"].value if "last" in given.keywords else first_or(given, one(Known(True)))
    way = last[0].what if len(last) == 1 else None
    if _open(thing) or not thing.entries or way not in (Known(True), Known(False)):
        m.mark("KeyError")
        m.store(ref, LostObject("changed by `popitem`"))
        return unknown("an item, and it is not known which")
    at = -1 if way == Known(True) else 0
    taken_ = thing.entries[at]
    m.store(ref, thing._replace(entries=thing.entries[:-1] if at else thing.entries[1:]))
    return tuple_of((key_value(taken_.key), taken_.value))


def first_or(given: Given, default: Value) -> Value:
    """The first argument, or a default."""
    return given.positional[0].value if given.positional else default


def _clear_dict(m: Machine, ref: Ref, thing: DictObject, given: Given) -> Value | None:
    m.store(ref, thing._replace(entries=(), rest=False))
    return NONE


def _copy_dict(m: Machine, ref: Ref, thing: DictObject, given: Given) -> Value | None:
    return one(m.allocate(thing))


def _keys(m: Machine, ref: Ref, thing: DictObject, given: Given) -> Value | None:
    m.walked.append(ref)
    return list_of(m, tuple(key_value(e.key) for e in thing.entries), _open(thing), "builtins.dict_keys")


def _values(m: Machine, ref: Ref, thing: DictObject, given: Given) -> Value | None:
    m.walked.append(ref)
    return list_of(m, tuple(e.value for e in thing.entries), _open(thing), "builtins.dict_values")


def _items(m: Machine, ref: Ref, thing: DictObject, given: Given) -> Value | None:
    m.walked.append(ref)
    pairs = tuple(tuple_of((key_value(e.key), e.value)) for e in thing.entries)
    return list_of(m, pairs, _open(thing), "builtins.dict_items")


def _open(thing: DictObject) -> bool:
    return thing.rest or not all(e.sure for e in thing.entries)


DICTS: dict[str, DictMethod] = {
    "get": _get, "setdefault": _setdefault, "update": _update, "pop": _pop_key, "clear": _clear_dict,
    "copy": _copy_dict, "keys": _keys, "values": _values, "items": _items,
    "popitem": _popitem,
}  # fmt: skip
