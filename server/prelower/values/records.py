"""Copies of records with other fields: `dataclasses.replace`, `.replace`, `_replace`, `asdict`, `copy`."""

from __future__ import annotations

from prelower.values.attrs_classes import converted, with_private
from prelower.values.classes import find
from prelower.values.classinfo import info
from prelower.values.copies import copied
from prelower.values.derived import class_fields, instance_fields, library_fields, note, without_own
from prelower.values.frames import ANY
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Entry, Known, Library, Possible, Sequence, Value
from prelower.values.objects import BoundMethod, DictObject, InstanceObject, ListObject, Ref, UserClass
from prelower.values.possible import one, unknown
from prelower.values.sequences import items_of
from prelower.values.watching import record_replaced

DEEPEST = 12
_COPYING = ("dataclass", "namedtuple")


def instance_method(m: Machine, receiver: Possible, thing: InstanceObject, name: str, given: Given) -> Value | None:
    """What a method that a record has without defining it gives; None where it is none of these."""
    if thing.call is not None and name in ("replace", "_replace"):
        return replaced(m, (receiver,), given)
    special = thing.user.special if thing.user else ""
    if special == "namedtuple" and name == "_replace" or special in _COPYING and name == "replace":
        return replaced(m, (receiver,), given)
    if special == "namedtuple" and name == "_asdict":
        return as_dict(m, (receiver,))
    if special == "chain":
        from prelower.values.chains import chain_method

        return chain_method(m, receiver, thing, name, given)
    if special == "match":
        from prelower.values.matching import match_method

        return match_method(m, thing, name, given)
    if special == "parser" and type(receiver.what) is Ref:
        from prelower.values.arguments import parser_method

        return parser_method(m, receiver.what, thing, name, given)
    if special == "namespace" or name in ("__setattr__",):
        return unknown(f"`{name}`")
    return None


def class_method(m: Machine, cls: UserClass, name: str, given: Given) -> Value:
    """What a method that a class has without defining it gives."""
    if cls.special == "namedtuple" and name == "_make" and given.positional:
        items = items_of(m, given.positional[0].value)
        if items is not None and len(items) == len(cls.fields):
            fields = {p.name: v for p, v in zip(cls.fields, items)}
            return one(m.allocate(InstanceObject(cls.info, cls, fields)))
    if name == "__new__":
        return unknown(f"an instance of `{cls.info.name}`")
    m.mark(ANY)
    for argument in given.positional:
        m.lose(argument.value, f"given to `{name}`")
    return unknown(f"what `{name}` gives")


def replaced(m: Machine, value: Value, changes: Given) -> Value:
    """What `dataclasses.replace(value, **changes)` gives."""
    what = value[0].what if len(value) == 1 else None
    thing = m.heap(what) if type(what) is Ref else None
    if not isinstance(thing, InstanceObject):
        return unknown("a copy of something not known")
    if thing.user is not None and any(find(m, thing.user, name) for name in ("__init__", "__new__", "__setattr__")):
        m.mark(ANY)
        return unknown(f"a copy that `{thing.user.info.name}` makes in its own way")
    changes = with_private(m, thing.user, changes) if thing.user is not None else changes
    given = {n: converted(m, thing.user, n, a.value) for n, a in changes.keywords.items()}
    anew = [p for p in thing.user.fields if p.kind == "init=False"] if thing.user is not None else []
    remade = {p.name: unknown(f"`{p.name}`, which is made anew") for p in anew}
    fields = {**thing.fields, **remade, **given}
    made = thing._replace(fields=fields, rest=thing.rest or changes.more_named)
    if thing.call is not None:
        kept, derived = without_own(m, thing.call, changes)
        made = made._replace(call=record_replaced(m, thing, kept))
        note(m, made.call, derived)
    ref = m.allocate(made)
    if thing.user is not None:
        after = find(m, thing.user, "__post_init__")
        if after is not None:
            method = one(BoundMethod(after[0].what, Possible(ref)))
            m.invoke(m, method, Given(site=changes.site))
    return one(ref)


def as_dict(m: Machine, value: Value, live: bool = False, depth: int = 0) -> Value:
    """What `dataclasses.asdict(value)` gives, or `vars(value)` (`live`: changing it changes the object)."""
    what = value[0].what if len(value) == 1 else None
    thing = m.heap(what) if type(what) is Ref else None
    if not isinstance(thing, InstanceObject):
        if live:
            m.lose(value, "changed through its `__dict__`")
        return unknown("the fields of something not known")
    if live and thing.user is not None and thing.user.special == "namedtuple":
        m.throw("TypeError")
    declared = [p.name for p in thing.user.fields] if thing.user and thing.user.special == "dataclass" else None
    shown = {n: v for n, v in thing.fields.items() if live or declared is None or n in declared}
    if declared and not live and thing.user:
        unset = {n: find(m, thing.user, n) or unknown(f"`{n}`, which is not set") for n in declared if n not in shown}
        shown = {n: shown.get(n) or unset[n] for n in declared}
    if not live and declared is not None:
        shown = {n: _as_data(m, v, depth + 1) for n, v in shown.items()}
    kept = live and m.lazy  # what the object gets or loses later shows in it
    if kept:
        shown = {n: v + unknown("perhaps changed since") for n, v in shown.items()}
    places = {n: v[0].places[-1] if v and v[0].places else None for n, v in shown.items()}
    entries = tuple(Entry(Known(n), v, places[n], sure=not kept) for n, v in shown.items())
    of = what if live and isinstance(what, Ref) else None
    rest = thing.rest or kept
    return one(m.allocate(DictObject(info("builtins.dict"), entries, rest, None, of)))


def as_tuple(m: Machine, value: Value) -> Value:
    """What `dataclasses.astuple(value)` gives, where none of its fields is a record too."""
    table = as_dict(m, value)[0].what
    thing = m.heap(table) if type(table) is Ref else None
    if not isinstance(thing, DictObject) or thing.rest:
        return unknown("the fields of something not known")
    inner = any(type(p.what) is Ref and isinstance(m.heap(p.what), DictObject) for e in thing.entries for p in e.value)
    names = field_names(m, value)
    held = {e.key.value: e.value for e in thing.entries if isinstance(e.key, Known)}
    if inner or names is None or set(names) != held.keys():
        return unknown("a tuple of records")
    return one(Sequence(info("builtins.tuple"), tuple(held[name] for name in names)))


def field_names(m: Machine, value: Value) -> tuple[str, ...] | None:
    """The names of a dataclass's fields, or of one of its instance's."""
    what = value[0].what if len(value) == 1 else None
    thing = m.heap(what) if type(what) is Ref else None
    if isinstance(what, Library):
        return library_fields(m, what.name)
    if isinstance(thing, InstanceObject) and thing.call is not None:
        return instance_fields(m, thing)
    cls = thing.user if isinstance(thing, InstanceObject) else what
    if isinstance(cls, UserClass) and cls.special == "watched":
        return class_fields(m, cls)
    if not isinstance(cls, UserClass) or cls.special != "dataclass" or not cls.info.known:
        return None
    return tuple(p.name for p in cls.fields if p.kind != "initvar")


def _as_data(m: Machine, value: Value, depth: int) -> Value:
    """A field as `asdict` gives it: records inside are dicts too, and all is copied."""
    found: list[Possible] = []
    for possible in value:
        what = possible.what
        thing = m.heap(what) if type(what) is Ref else what
        if depth > DEEPEST:
            return unknown("data too deep to copy")
        if isinstance(thing, InstanceObject) and thing.user is not None and thing.user.special == "dataclass":
            made = as_dict(m, (possible,), depth=depth + 1)
        elif isinstance(thing, (ListObject, Sequence)):
            items = tuple(_as_data(m, v, depth + 1) for v in thing.items)
            copy = thing._replace(items=items)
            made = one(m.allocate(copy) if isinstance(copy, ListObject) else copy)
        elif isinstance(thing, DictObject):
            entries = tuple(e._replace(value=_as_data(m, e.value, depth + 1)) for e in thing.entries)
            made = one(m.allocate(thing._replace(entries=entries, of=None)))
        else:
            made = copied(m, (possible,), True, depth)
        found.extend(p._replace(places=possible.places, under=possible.under) for p in made)
    return tuple(found)


def namespace(m: Machine, given: Given) -> Value:
    """`types.SimpleNamespace(**fields)`."""
    fields = {n: a.value for n, a in given.keywords.items()}
    cls = info("types.SimpleNamespace")
    user = UserClass(cls, (), m.frame.scope._replace(number=-1), "namespace")
    return one(m.allocate(InstanceObject(cls, user, fields, bool(given.positional) or given.more_named)))
