"""`collections.ChainMap`: the first dict that has a key decides, whatever the dicts hold by then."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.dicts import entry_at, fixed, key_of, merged, put
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Place, Possible, Value
from prelower.values.objects import DictObject, InstanceObject, Ref
from prelower.values.possible import NONE, one, union, unknown
from prelower.values.sequences import items_of, list_of


def chain_table(m: Machine, thing: InstanceObject) -> Value:
    """The dict that a chain shows now."""
    maps = items_of(m, thing.fields["maps"])
    if maps is None:
        return unknown("a ChainMap not all known")
    table = DictObject(info("builtins.dict"), ())
    for each in reversed(maps):
        table = merged(m, table, each)
    return one(m.allocate(table))


def chain_item(m: Machine, thing: InstanceObject, key: Value, default: Value | None) -> Value:
    """`chain[key]`, or `chain.get(key, default)`; () where it raises KeyError."""
    shown = chain_table(m, thing)[0].what
    table = m.heap(shown) if type(shown) is Ref else None
    if not isinstance(table, DictObject) or len(key) != 1 or not fixed(key_of(m, key[0])):
        m.mark("KeyError")
        return unknown("an item of a ChainMap that is not all known")
    entry = entry_at(table, key_of(m, key[0]))
    if entry is not None and entry.sure:
        return entry.value
    rest = unknown("an item of a ChainMap that is not all known") if table.rest or entry is not None else ()
    m.mark("KeyError")
    return union([*([entry.value] if entry is not None else []), rest, default or ()])


def chain_store(m: Machine, thing: InstanceObject, key: Value, value: Value, place: Place | None) -> bool:
    """`chain[key] = value` goes to the first dict; false where that is not known."""
    maps = items_of(m, thing.fields["maps"])
    first = maps[0][0].what if maps and len(maps[0]) == 1 else None
    table = m.heap(first) if type(first) is Ref else None
    if type(first) is not Ref or not isinstance(table, DictObject):
        return False
    m.store(first, put(m, table, key, value, place))
    return True


def chain_method(m: Machine, receiver: Possible, thing: InstanceObject, name: str, given: Given) -> Value:
    """What a method of a chain gives."""
    arguments = [a.value for a in given.positional]
    if name == "get" and 1 <= len(arguments) <= 2 and not given.keywords:
        return chain_item(m, thing, arguments[0], arguments[1] if len(arguments) == 2 else NONE)
    if name == "new_child" and len(arguments) == 1 and not given.keywords:
        maps = items_of(m, thing.fields["maps"])
        if maps is not None:
            return one(m.allocate(thing._replace(fields={"maps": list_of(m, (arguments[0], *maps))})))
    if name in ("keys", "values", "items") and not given.positional:
        return m.call(_method(chain_table(m, thing), name), ())
    m.lose((receiver, *(p for a in arguments for p in a)), f"changed by `{name}`")
    m.lose(thing.fields["maps"], f"changed by `{name}`")
    return unknown(f"what `{name}` of a ChainMap gives")


def _method(table: Value, name: str) -> Value:
    from prelower.values.objects import MethodOf

    return tuple(Possible(MethodOf(p, name)) for p in table)  # type: ignore[arg-type]
