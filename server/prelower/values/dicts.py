"""Dicts: items put in, other dicts merged in, keys told apart."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.export import exported
from prelower.values.machine import Machine
from prelower.values.model import Argument, Entry, Instance, Known, Place, Possible, Sequence, Unknown, Value, What
from prelower.values.objects import DictObject, InstanceObject, ListObject, Ref, Thing
from prelower.values.possible import one, under, union, unknown

UNHASHABLE = frozenset({"builtins.list", "builtins.set", "builtins.bytearray", "collections.deque"})
LARGE = 1_000
"""A dict of more entries is not followed when it changes."""


def key_of(m: Machine, possible: Possible) -> What:
    """A key as it is told apart from others: a tuple of plain values by these alone, wherever they come from."""
    what = exported(m, possible.what)
    if isinstance(what, Sequence) and what.cls.name == "builtins.tuple" and fixed(what):
        parts = [v[0].what for v in what.items]
        if all(isinstance(p, Known) for p in parts):
            return Known(tuple(p.value for p in parts if isinstance(p, Known)))
    return what


def hashed(m: Machine, value: Value) -> None:
    """A value is used as a key: TypeError where it has no hash."""
    without = [_has_no_hash(m, p.what) for p in value]
    if value and all(without):
        m.throw("TypeError")
    elif any(without) or any(type(p.what) is Ref for p in value):
        m.mark("TypeError")  # an object may refuse, as one of a dataclass does


def _has_no_hash(m: Machine, what: Thing) -> bool:
    if isinstance(what, Sequence):
        return what.cls.name == "builtins.set" or any(
            bool(v) and all(_has_no_hash(m, p.what) for p in v) for v in what.items
        )
    thing = m.heap(what) if type(what) is Ref else None
    return isinstance(thing, DictObject) or isinstance(thing, ListObject) and thing.cls.name in UNHASHABLE


def slot(key: What) -> object:
    """What tells a key from others as Python does: `True`, `1` and `1.0` are the same key."""
    return key.value if isinstance(key, Known) else key


def entry_at(table: DictObject, key: What) -> Entry | None:
    """The entry of a dict under a key."""
    wanted = slot(key)
    return next((e for e in table.entries if slot(e.key) == wanted), None)


def key_value(key: What) -> Value:
    """A key as a value again."""
    if isinstance(key, Known) and isinstance(key.value, tuple):
        return one(Sequence(info("builtins.tuple"), tuple(one(Known(part)) for part in key.value)))
    return one(key)


def put(m: Machine, table: DictObject, key: Value, value: Value, place: Place | None) -> DictObject:
    """The dict after `table[key] = value`."""
    if len(table.entries) > LARGE:
        m.lose(value, "in a dict too large to follow")
        return table._replace(entries=(), rest=True)
    hashed(m, key)
    if len(key) != 1 or not fixed(key_of(m, key[0])):
        m.lose(value, "in a dict under a key that is not known")
        return _lost(table)
    what = key_of(m, key[0])
    old = entry_at(table, what)
    if old is None:
        return table._replace(entries=(*table.entries, Entry(what, value, place)))
    entry = Entry(old.key, value, place)
    return table._replace(entries=tuple(entry if e is old else e for e in table.entries))


def put_named(m: Machine, table: DictObject, name: str, argument: Argument) -> DictObject:
    """The dict after `table.update(name=value)`, the argument perhaps from an unpacked dict that may lack it."""
    value = tuple(p for p in argument.value if p.what != PERHAPS)
    old = next((e for e in table.entries if e.key == Known(name)), None)
    if len(value) == len(argument.value) or not value:
        return put(m, table, one(Known(name)), argument.value, argument.given)
    both = union([value, old.value if old is not None else unknown("perhaps not given")])
    made = Entry(Known(name), both, argument.given, sure=old is not None and old.sure)
    return table._replace(entries=(*(e for e in table.entries if e is not old), made))


PERHAPS = Unknown("perhaps not given")


def fixed(key: What) -> bool:
    """Whether a key is known well enough to tell it from others."""
    if isinstance(key, Instance):
        return key.exact and key.text is not None  # an enum member
    if isinstance(key, Sequence):
        return (
            key.cls.name != "builtins.list"
            and not key.rest
            and all(len(v) == 1 and fixed(v[0].what) for v in key.items)
        )
    return isinstance(key, Known)


def is_closed(table: DictObject) -> bool:
    """Whether a dict gives one of its known values, or raises, whatever the key is."""
    return not table.rest and table.factory is None and table.cls.name in _CLOSED


_CLOSED = ("builtins.dict", "collections.OrderedDict")


def merged(m: Machine, table: DictObject, other: Value) -> DictObject:
    """The dict after `{**table, **other}`."""
    if len(other) != 1 or type(other[0].what) is not Ref:
        return _lost(table)
    thing = m.heap(other[0].what)
    if isinstance(thing, InstanceObject) and thing.cls.name == "collections.ChainMap":
        from prelower.values.chains import chain_table

        return merged(m, table, chain_table(m, thing))
    if not isinstance(thing, DictObject):
        return _lost(table)
    entries = {slot(e.key): e for e in table.entries}
    for entry in thing.entries:
        at = slot(entry.key)
        old = entries.get(at)
        if entry.sure or old is None:
            entries[at] = entry if old is None else entry._replace(key=old.key)
        else:
            entries[at] = old._replace(value=union([old.value, entry.value]), place=None)
    if thing.rest:
        return _lost(table._replace(entries=tuple(entries.values())))
    return table._replace(entries=tuple(entries.values()), rest=table.rest)


def _lost(table: DictObject) -> DictObject:
    doubtful = tuple(e._replace(value=e.value + unknown("perhaps overwritten")) for e in table.entries)
    return table._replace(entries=doubtful, rest=True)


def one_dict(m: Machine, value: Value) -> Value:
    """The dict that `**value` unpacks; several possible ones are merged into one with doubtful entries."""
    things: list[object] = [m.heap(p.what) if type(p.what) is Ref else None for p in value]
    tables = [t for t in things if isinstance(t, DictObject) and not t.rest]
    if len(value) < 2 or len(tables) != len(value):
        return value
    entries: dict[What, list[Value]] = {}
    places: dict[What, Place | None] = {}
    for possible, table in zip(value, tables):
        for entry in table.entries:
            entries.setdefault(entry.key, []).append(under(entry.value, possible.under))
            places[entry.key] = entry.place
    made = tuple(
        Entry(key, union(values) + (() if len(values) == len(value) else unknown("not given there")), places[key])
        for key, values in entries.items()
    )
    return one(m.allocate(DictObject(info("builtins.dict"), made)))
