"""Methods that change or read a list or a set."""

from __future__ import annotations

from collections.abc import Callable

from prelower.values.export import exported
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Known, Value, What
from prelower.values.objects import (
    DictObject,
    ListObject,
    LostObject,
    Ref,
    opened,
)
from prelower.values.possible import NONE, one, unknown
from prelower.values.sequences import LONG, items_of, not_iterable

ListMethod = Callable[[Machine, Ref, ListObject, Given], "Value | None"]
DictMethod = Callable[[Machine, Ref, DictObject, Given], "Value | None"]


# -- lists


def _append(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    if len(given.positional) != 1:
        return None
    if thing.rest:  # behind items that are not known nothing has a place
        m.lose(given.positional[0].value, "in a list that is not all known")
    else:
        m.store(ref, thing._replace(items=(*thing.items, given.positional[0].value)))
    return NONE


def _extend(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    if any(not_iterable(m, argument.value) for argument in given.positional):
        m.throw("TypeError")
        return ()
    items = items_of(m, given.positional[0].value) if len(given.positional) == 1 else None
    if items is not None and len(items) + len(thing.items) > LONG:
        for value in items:
            m.lose(value, "in a list too long to follow")
        items = None
        thing = opened(thing)
    more = () if thing.rest else items or ()
    for value in (items or ()) if thing.rest else ():
        m.lose(value, "in a list that is not all known")
    m.store(ref, thing._replace(items=thing.items + more, rest=thing.rest or items is None))
    return NONE


def _insert(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    at = _index(given.positional[0].value) if len(given.positional) == 2 else None
    if at is None or thing.rest:
        m.lose(given.positional[-1].value if given.positional else (), "in a list that is not all known")
        m.store(ref, LostObject("changed by `insert`"))
        return NONE
    items = list(thing.items)
    items.insert(at, given.positional[1].value)
    m.store(ref, thing._replace(items=tuple(items)))
    return NONE


def _index(value: Value) -> int | None:
    what = value[0].what if len(value) == 1 else None
    return what.value if isinstance(what, Known) and isinstance(what.value, int) else None


def _pop(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    at = _index(given.positional[0].value) if given.positional else -1
    if at is not None and not thing.rest and not -len(thing.items) <= at < len(thing.items):
        m.throw("IndexError")
        return ()
    if at is None or thing.rest or not -len(thing.items) <= at < len(thing.items):
        m.mark("IndexError")
        m.store(ref, LostObject("changed by `pop`"))
        return unknown("an item, and it is not known which")
    items = list(thing.items)
    taken_ = items.pop(at)
    m.store(ref, thing._replace(items=tuple(items)))
    return taken_


def _clear(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    m.store(ref, ListObject(thing.cls, ()))
    return NONE


def _reverse(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    m.store(ref, thing._replace(items=thing.items[::-1]))
    return NONE


def _copy(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    return one(m.allocate(thing))


def _equal(what: What) -> object:
    """What an item of a set is told from others by: 1, 1.0 and True are one."""
    return what.value if isinstance(what, Known) else what


def _add(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    if thing.rest or len(given.positional) != 1:
        return None
    value = given.positional[0].value
    known = [_equal(exported(m, v[0].what)) for v in thing.items if len(v) == 1]
    if len(value) == 1 and _equal(exported(m, value[0].what)) not in known:
        m.store(ref, thing._replace(items=(*thing.items, value)))
    elif len(value) != 1:
        m.store(ref, thing._replace(rest=True))
    return NONE


def _remove(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    wanted = _plain(given.positional[0].value) if len(given.positional) == 1 else None
    known = [k for v in thing.items if (k := _plain(v)) is not None]
    if wanted is None or thing.rest or len(known) < len(thing.items):
        m.mark()
        m.store(ref, LostObject("changed by `remove`"))
        return NONE
    at = next((i for i, k in enumerate(known) if k.value == wanted.value), None)
    if at is None:
        m.throw("KeyError" if "set" in thing.cls.name else "ValueError")
        return ()
    m.store(ref, thing._replace(items=thing.items[:at] + thing.items[at + 1 :]))
    return NONE


def _plain(value: Value) -> Known | None:
    """The plain value that a value is, where it is only one and known exactly."""
    what = value[0].what if len(value) == 1 else None
    return what if isinstance(what, Known) else None


def _discard(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    wanted = _plain(given.positional[0].value) if len(given.positional) == 1 else None
    shown = [_plain(v) for v in thing.items]
    if thing.rest or wanted is None or not all(shown):
        m.store(ref, LostObject("changed by `discard`"))
        return NONE
    kept = tuple(v for v, s in zip(thing.items, shown) if s is not None and s.value != wanted.value)
    m.store(ref, thing._replace(items=kept))
    return NONE


def _sort(m: Machine, ref: Ref, thing: ListObject, given: Given) -> Value | None:
    from prelower.values.higher import in_order

    items = None if thing.rest else in_order(m, thing.items, given)
    m.store(ref, thing._replace(items=items) if items is not None else opened(thing))
    return NONE


LISTS: dict[str, ListMethod] = {
    "sort": _sort,
    "append": _append, "extend": _extend, "insert": _insert, "pop": _pop, "clear": _clear, "reverse": _reverse,
    "copy": _copy, "remove": _remove,
}  # fmt: skip
SETS: dict[str, ListMethod] = {"add": _add, "update": _extend, "discard": _discard}
