"""Subscripts: items of dicts, lists, tuples, strings, arrays and enums; slices."""

from __future__ import annotations

import ast

from prelower.values.chains import chain_item
from prelower.values.classes import (
    find,
    lineage,
    method_named,
    opaque,
)
from prelower.values.classinfo import class_of, info
from prelower.values.dicts import entry_at, fixed, hashed, is_closed, key_of
from prelower.values.export import exported, taken
from prelower.values.frames import ANY
from prelower.values.library import subscript as table_subscript
from prelower.values.machine import Machine
from prelower.values.model import Array, Instance, Known, Library, Possible, Sequence, Unknown, Value
from prelower.values.objects import (
    BoundMethod,
    DictObject,
    InstanceObject,
    ListObject,
    LostObject,
    MethodOf,
    NamesOf,
    Ref,
    Thing,
    UserClass,
    contents,
)
from prelower.values.possible import one, union, unknown
from prelower.values.registry import expression
from prelower.values.skipping import ITEMS, skip_items


@expression(ast.Subscript)
def subscript(m: Machine, node: ast.Subscript) -> Value:
    """`value[key]`."""
    value = m.consume(node.value) if isinstance(node.value, ast.Call) else m.eval(node.value)
    if isinstance(node.slice, ast.Slice):
        return _sliced(m, value, node.slice)
    key = m.eval(node.slice)
    found = []
    for possible in value:
        got = item(m, possible, key)
        skip_others(m, possible.what, got)
        found.append(tuple(p._replace(under=possible.under + p.under) for p in got) if possible.under else got)
    if not any(found):
        m.throw("KeyError" if any(_is_dict(m, p) for p in value) else "IndexError")
    return union(found) if any(found) else unknown("no such item")


def skip_others(m: Machine, what: Thing, got: Value) -> None:
    """Note the functions in a dict, list or tuple that were not taken out of it."""
    thing = m.heap(what) if type(what) is Ref else what
    if isinstance(thing, DictObject) and len(thing.entries) <= ITEMS:
        skip_items(m, [entry.value for entry in thing.entries], got)
    elif isinstance(thing, (ListObject, Sequence)) and len(thing.items) <= ITEMS:
        skip_items(m, thing.items, got)


def _is_dict(m: Machine, possible: Possible) -> bool:
    return type(possible.what) is Ref and isinstance(m.heap(possible.what), DictObject)


def item(m: Machine, possible: Possible, key: Value) -> Value:
    """The item of one possibility; () where it raises."""
    what = possible.what
    thing = m.heap(what) if type(what) is Ref else what
    if isinstance(thing, DictObject):
        return _entry(m, thing, key)
    if isinstance(thing, (ListObject, Sequence)):
        return _indexed(m, thing, key)
    if isinstance(thing, InstanceObject):
        return _instance_item(m, possible, thing, key)
    if isinstance(thing, UserClass):
        return _class_item(m, thing, key)
    if isinstance(thing, Library):
        return _library_item(m, thing, key)
    if isinstance(thing, NamesOf):
        from prelower.values.namespaces import names_item

        return names_item(m, thing, key)
    m.mark(ANY)
    if isinstance(thing, (Known, Instance, Array)):
        results = [table_subscript(exported(m, what), exported(m, k.what)) for k in key]
        return union([taken(m, r) if r is not None else unknown("an item not known") for r in results])
    return unknown(f"an item of something not known{_why(thing)}")


def _why(thing: object) -> str:
    """The reason why a thing is not known, to be put behind what is said of it."""
    return f": {thing.reason}" if isinstance(thing, (Unknown, LostObject)) else ""


def _entry(m: Machine, table: DictObject, key: Value) -> Value:
    found: list[Value] = []
    hashed(m, key)
    for possible in key:
        what = key_of(m, possible)
        entry = entry_at(table, what)
        if entry is not None:
            found.append(entry.value)
            if not entry.sure:
                m.mark("KeyError")
        elif isinstance(what, (Unknown, Instance)) or isinstance(what, Sequence) and not fixed(what):
            m.mark("KeyError")
            found.extend(e.value for e in table.entries)
            if not is_closed(table):
                found.append(unknown("an item under a key that is not known"))
        elif table.rest:
            m.mark("KeyError")
            found.append(unknown("an item of a dict that is not all known"))
        elif table.factory is not None:
            found.append(m.call(table.factory, ()))
    if not any(found):
        m.mark("KeyError")
    return union(found)


def _indexed(m: Machine, thing: ListObject | Sequence, key: Value) -> Value:
    found: list[Value] = []
    for possible in key:
        what = possible.what
        index = what.value if isinstance(what, (Known, Instance)) else None
        if isinstance(what, Instance) and what.cls.name == "builtins.slice":
            return unknown("a slice of a list")
        if isinstance(index, int) and not thing.rest:
            if -len(thing.items) <= index < len(thing.items):
                found.append(thing.items[index])
            else:
                m.mark("IndexError")
        else:
            m.mark("IndexError")
            found.extend(contents(thing) or thing.items)
            if isinstance(thing, Sequence) and thing.each and isinstance(index, int):
                found.append(thing.each)
            elif thing.rest or not isinstance(what, Instance):
                found.append(unknown("an item at an index that is not known"))
    result = union(found)
    return (
        result
        if len(key) == 1 and _is_index(key)
        else result + unknown("an item at an index that is not known")
        if result
        else ()
    )


def _is_index(key: Value) -> bool:
    what = key[0].what
    return isinstance(what, Known) or isinstance(what, Instance) and isinstance(what.value, int)


def _instance_item(m: Machine, possible: Possible, thing: InstanceObject, key: Value) -> Value:
    method = method_named(m, thing, "__getitem__")
    if method is not None:
        return m.call(one(BoundMethod(method, possible)), (key,))
    if thing.user is not None and thing.user.special == "chain":
        return chain_item(m, thing, key, None)
    if thing.user is not None and thing.user.special == "match":
        return m.call(one(MethodOf(possible, "__getitem__")), (key,))
    if thing.user is not None and thing.user.special == "namedtuple":
        items = tuple(thing.fields.get(p.name, unknown("not given")) for p in thing.user.fields)
        return _indexed(m, Sequence(info("builtins.tuple"), items), key)
    return unknown("an item of an object")


def _class_item(m: Machine, cls: UserClass, key: Value) -> Value:
    """`Mode["FAST"]` of an enum; `Box[int]` of a generic class is the class."""
    if cls.special != "enum":
        plain = all(isinstance(c, UserClass) or c.name in ("builtins.object", "abc.ABC") for c in lineage(cls))
        if plain and not opaque(cls) and find(m, cls, "__class_getitem__") is None:
            m.mark("TypeError")
            return ()
        return one(cls) if find(m, cls, "__class_getitem__") is None else unknown("what `__class_getitem__` gives")
    names = [k.what.value for k in key if isinstance(k.what, Known)]
    values = [m.state.value(cls.space.number, n) for n in names if isinstance(n, str)]
    return union([v for v in values if v]) if len(values) == len(key) else unknown("which member is not known")


def _library_item(m: Machine, thing: Library, key: Value) -> Value:
    results = [table_subscript(thing, exported(m, k.what)) for k in key]
    if all(r is not None for r in results):
        return union([taken(m, r) for r in results if r is not None])
    return unknown(f"an item of `{thing.name}`")


def _sliced(m: Machine, value: Value, node: ast.Slice) -> Value:
    bounds = [m.eval(part) if part is not None else one(Known(None)) for part in (node.lower, node.upper, node.step)]
    cut = _as_slice(bounds)
    found = []
    for possible in value:
        what = possible.what
        thing = m.heap(what) if type(what) is Ref else what
        if cut is not None and isinstance(thing, Sequence) and thing.each and not thing.items:
            found.append(one(thing))
        elif cut is not None and isinstance(thing, (ListObject, Sequence)) and not thing.rest:
            items = thing.items[cut]
            made = thing._replace(items=items)
            found.append(one(m.allocate(made)) if isinstance(made, ListObject) else one(made))
        elif cut is not None and isinstance(thing, Known) and isinstance(thing.value, (str, bytes)):
            found.append(one(Known(thing.value[cut])))
        elif isinstance(thing, (Known, Instance)) and (cls := class_of(thing)) and cls.name in _SLICES:
            found.append(one(Instance(cls)))
        elif isinstance(thing, ListObject):
            for inside in thing.items:
                m.lose(inside, "in a slice that is not known")
            found.append(one(m.allocate(ListObject(thing.cls, (), True))))
        else:
            found.append(unknown("a slice of something not known"))
    return union(found)


def _as_slice(bounds: list[Value]) -> slice | None:
    """The slice that three known bounds make."""
    plain = [b[0].what.value if len(b) == 1 and isinstance(b[0].what, Known) else ... for b in bounds]
    if not all(p is None or isinstance(p, int) for p in plain) or plain[2] == 0:
        return None
    return slice(plain[0], plain[1], plain[2])


_SLICES = ("builtins.str", "builtins.bytes")
