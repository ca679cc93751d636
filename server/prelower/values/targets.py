"""Assignment targets: names, attributes, items, unpacking."""

from __future__ import annotations

import ast

from prelower.values.attrs_classes import converted
from prelower.values.carried import set_function_attribute
from prelower.values.chains import chain_store
from prelower.values.classes import find, method_named
from prelower.values.dicts import entry_at, fixed, key_of, put
from prelower.values.frames import ANY
from prelower.values.machine import Machine
from prelower.values.model import BOUND, ITEM, Instance, Known, Library, Place, Possible, Sequence, Value
from prelower.values.names import assign, mangled, note_guard
from prelower.values.objects import (
    BoundMethod,
    DictObject,
    Function,
    InstanceObject,
    ListObject,
    LostObject,
    ModuleRef,
    NamesOf,
    Property,
    Ref,
    UserClass,
    Wrapped,
)
from prelower.values.possible import one, through, union, unknown
from prelower.values.sequences import item_unknown, items_of, list_of, not_iterable


def store(m: Machine, target: ast.expr, value: Value, source: ast.AST) -> None:
    """Assign a value to a target; `source` is the expression it comes from."""
    if isinstance(target, ast.Name):
        assign(m, target.id, value, source)
    elif isinstance(target, (ast.Tuple, ast.List)):
        _unpack(m, target.elts, value, source)
    elif isinstance(target, ast.Starred):
        store(m, target.value, value, source)
    elif isinstance(target, ast.Attribute):
        place = m.place(source, BOUND)
        note_guard(m, target.attr, source)
        store_attribute(m, m.eval(target.value), mangled(m, target.attr), through(value, place))
    elif isinstance(target, ast.Subscript):
        _store_item(m, target, value, source)


def _unpack(m: Machine, targets: list[ast.expr], value: Value, source: ast.AST) -> None:
    sources = _sources(source, targets)
    for target, part, origin in zip(targets, parts(m, targets, value), sources):
        store(m, target, part, origin)


def _sources(source: ast.AST, targets: list[ast.expr]) -> list[ast.AST]:
    """`a, b = 1, 2`: each name comes from its own expression."""
    parts_ = source.elts if isinstance(source, (ast.Tuple, ast.List)) else []
    if len(parts_) == len(targets) and not any(isinstance(e, ast.Starred) for e in (*parts_, *targets)):
        return list(parts_)
    return [source] * len(targets)


def parts(m: Machine, targets: list[ast.expr], value: Value) -> list[Value]:
    """What each target of an unpacking gets."""
    columns = [_parts_of(m, targets, (possible,)) for possible in value]
    good = [c for c in columns if c is not None]
    if not good:
        m.throw("TypeError" if not_iterable(m, value) else "ValueError")
        return [unknown("a part of something not known") for _ in targets]
    return [union(column) for column in zip(*good)]


def _parts_of(m: Machine, targets: list[ast.expr], value: Value) -> list[Value] | None:
    items = items_of(m, value)
    if items is None and not_iterable(m, value):
        return None
    star = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
    what = value[0].what
    each = what.each if isinstance(what, Sequence) and not what.items else ()
    if each:
        m.mark("ValueError")
        return [list_of(m, (), True) if isinstance(t, ast.Starred) else each for t in targets]
    if items is None:
        return [item_unknown(m, value, "a part of something not known") for _ in targets]
    extra = tuple(value[0].under)
    items = tuple(tuple(p._replace(under=p.under + extra) for p in v) for v in items) if extra else items
    if star is None:
        return list(items) if len(items) == len(targets) else None
    after = len(targets) - star - 1
    if len(items) < len(targets) - 1:
        return None
    middle = items[star : len(items) - after]
    return [*items[:star], list_of(m, middle), *items[len(items) - after :]]


def store_attribute(m: Machine, owner: Value, name: str, value: Value, force: bool = False) -> None:
    """`owner.name = value`; `force` does so to frozen objects too."""
    certain = len(owner) == 1
    for possible in owner:
        thing = m.heap(possible.what) if type(possible.what) is Ref else None
        if force and isinstance(thing, InstanceObject) and type(possible.what) is Ref:
            m.store(possible.what, thing._replace(fields={**thing.fields, name: value}))
        else:
            _store_field(m, possible, name, value, certain)


def _store_field(m: Machine, possible: Possible, name: str, value: Value, certain: bool) -> None:
    what = possible.what
    if isinstance(what, UserClass):
        _bind_in(m, what.space.number, name, value, certain)
    elif isinstance(what, ModuleRef):
        _bind_in(m, what.scope.number, name, value, certain)
    elif isinstance(what, Library):
        m.patch(f"{what.name}.{name}")
        m.lose(value, f"given to `{what.name}`")
    elif isinstance(what, (Function, BoundMethod, Wrapped)):
        m.dynamic = m.dynamic or name.startswith("__")  # another body, other defaults
        if isinstance(what, Function):
            set_function_attribute(m, what, name, value, certain)
        else:
            m.lose(value, "set on a function")
    elif isinstance(what, (Known, Sequence)) and certain:
        m.throw("AttributeError")
    elif type(what) is Ref:
        thing = m.heap(what)
        if name.startswith("__") and name.endswith("__") or not isinstance(thing, InstanceObject):
            m.lose((possible, *value), f"changed through `{name}`")
        elif isinstance(thing, InstanceObject):
            _store_in_instance(m, possible, what, thing, name, value, certain)
    else:
        owner = m.classes.get(what.cls.name) if isinstance(what, Instance) else None
        if owner is not None:
            _bind_in(m, owner.space.number, name, unknown("set on a member"), True)
        m.lose(value, "stored where it is not followed")


def _bind_in(m: Machine, scope: int, name: str, value: Value, certain: bool) -> None:
    old = m.state.value(scope, name)
    m.state.delta[(scope, name)] = value if certain or old is None else union([old, value])


def _store_in_instance(
    m: Machine, possible: Possible, ref: Ref, thing: InstanceObject, name: str, value: Value, certain: bool
) -> None:
    if thing.user is not None:
        found = find(m, thing.user, name)
        setter = found[0].what.setter if found and isinstance(found[0].what, Property) else None
        if setter is not None and len(found or ()) == 1:
            m.call(tuple(Possible(BoundMethod(p.what, possible)) for p in setter), (value,))
            return
        descriptor = found and any(not _plain_attribute(m, p) for p in found)
        if find(m, thing.user, "__setattr__") or descriptor:
            _set_through(m, possible, value)
            return
    fixed_ = thing.user is not None and (thing.user.frozen or thing.user.special == "namedtuple")
    if thing.call is not None or fixed_:
        m.throw("AttributeError")  # FrozenInstanceError is one
        return
    old = thing.fields.get(name)
    value = converted(m, thing.user, name, value)
    merged = value if certain or old is None else union([old, value])
    m.store(ref, thing._replace(fields={**thing.fields, name: merged}))


def _plain_attribute(m: Machine, found: Possible) -> bool:
    """Whether assigning over a class attribute just sets the instance's own."""
    what = found.what
    if isinstance(what, Property):
        return False
    if type(what) is Ref:
        thing = m.heap(what)
        return not (isinstance(thing, InstanceObject) and method_named(m, thing, "__set__"))
    return True


def _set_through(m: Machine, possible: Possible, value: Value) -> None:
    """A setter or a descriptor stores it as it likes: what the object holds is not known any more."""
    m.mark(ANY)
    m.lose((possible,), "set through a property, a descriptor or `__setattr__`")
    m.lose(value, "given to a setter")


def _store_item(m: Machine, target: ast.Subscript, value: Value, source: ast.AST) -> None:
    owner = m.eval(target.value)
    if isinstance(target.slice, ast.Slice):
        m.eval(target.slice)
        m.mark()
        m.lose(owner, "changed by a slice assignment")
        m.lose(value, "put in a list by a slice assignment")
        return
    key = m.eval(target.slice)
    place = m.place(source, ITEM)
    stored = through(value, place)
    for possible in owner:
        if isinstance(possible.what, NamesOf):
            from prelower.values.namespaces import names_store

            names_store(m, possible.what, key, value)
        elif type(possible.what) is Ref:
            _put_item(m, possible.what, key, stored, place, len(owner) == 1)
        else:
            m.lose(stored, "stored where it is not followed")
            if isinstance(possible.what, Library):
                m.patch(possible.what.name)


def _put_item(m: Machine, ref: Ref, key: Value, value: Value, place: Place, certain: bool) -> None:
    thing = m.heap(ref)
    if isinstance(thing, DictObject):
        made = put(m, thing, key, value, place)
        m.store(ref, made if certain else _either(thing, made))
    elif isinstance(thing, ListObject):
        made_ = _with_item(thing, key, value, certain)
        if isinstance(made_, LostObject):
            m.lose(value, "in a list that is not all known")
        m.store(ref, made_)
    elif isinstance(thing, InstanceObject) and thing.cls.name == "collections.ChainMap" and certain:
        if not chain_store(m, thing, key, value, place):
            m.lose((Possible(ref), *value), "changed by an item assignment")  # type: ignore[arg-type]
    elif isinstance(thing, InstanceObject) and (method := method_named(m, thing, "__setitem__")):
        m.call(one(BoundMethod(method, Possible(ref))), (key, value))  # type: ignore[arg-type]
    else:
        m.lose((Possible(ref), *value), "changed by an item assignment")  # type: ignore[arg-type]


def _either(old: DictObject, new: DictObject) -> DictObject:
    """The dict where it is not certain that it was this one that changed."""
    before = {e.key: e for e in old.entries}
    entries = []
    for entry in new.entries:
        past = before.get(entry.key)
        if past is None:
            entries.append(entry._replace(sure=False))
        elif past is not entry:
            entries.append(entry._replace(value=union([past.value, entry.value]), place=None))
        else:
            entries.append(entry)
    return new._replace(entries=tuple(entries))


def _with_item(thing: ListObject, key: Value, value: Value, certain: bool) -> ListObject | LostObject:
    what = key[0].what if len(key) == 1 else None
    at = getattr(what, "value", None)
    if not isinstance(at, int) or thing.rest or not -len(thing.items) <= at < len(thing.items):
        return LostObject("changed at an index that is not known")
    items = list(thing.items)
    items[at] = value if certain else union([items[at], value])
    return thing._replace(items=tuple(items))


def delete(m: Machine, target: ast.expr) -> None:
    """`del target`."""
    if isinstance(target, ast.Name):
        m.unbind(target.id)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for part in target.elts:
            delete(m, part)
    elif isinstance(target, ast.Attribute):
        _delete_field(m, m.eval(target.value), target.attr)
    elif isinstance(target, ast.Subscript):
        _delete_item(m, m.eval(target.value), m.eval(target.slice))


def _delete_field(m: Machine, owner: Value, name: str) -> None:
    what = owner[0].what if len(owner) == 1 else None
    thing = m.heap(what) if type(what) is Ref else None
    if type(what) is Ref and isinstance(thing, InstanceObject) and name in thing.fields:
        m.store(what, thing._replace(fields={n: v for n, v in thing.fields.items() if n != name}))
        return
    if isinstance(what, UserClass) and what.special == "plain" and m.state.value(what.space.number, name):
        m.bind(name, (), what.space)
        return
    m.lose(owner, "an attribute was deleted")


def _delete_item(m: Machine, owner: Value, key: Value) -> None:
    what = owner[0].what if len(owner) == 1 else None
    thing = m.heap(what) if type(what) is Ref else None
    if type(what) is Ref and isinstance(thing, DictObject) and len(key) == 1:
        old = entry_at(thing, key_of(m, key[0]))
        if old is None and not thing.rest and fixed(key_of(m, key[0])):
            m.throw("KeyError")
            return
        m.store(what, thing._replace(entries=tuple(e for e in thing.entries if e is not old)))
        return
    if type(what) is Ref and isinstance(thing, ListObject) and not thing.rest:
        at = key[0].what.value if len(key) == 1 and isinstance(key[0].what, Known) else None
        if isinstance(at, int) and -len(thing.items) <= at < len(thing.items):
            items = list(thing.items)
            del items[at]
            m.store(what, thing._replace(items=tuple(items)))
            return
        if isinstance(at, int):
            m.throw("IndexError")
            return
    m.lose(owner, "an item was deleted")
