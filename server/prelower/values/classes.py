"""The user's classes: attributes through the bases, properties, bound methods."""

from __future__ import annotations

from collections.abc import Iterator

from prelower.values.classinfo import info
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import (
    Argument,
    ClassInfo,
    Instance,
    Known,
    Library,
    Place,
    Possible,
    Sequence,
    Unknown,
    Value,
)
from prelower.values.objects import (
    BoundMethod,
    Factory,
    Function,
    InstanceObject,
    MethodOf,
    Property,
    Ref,
    SuperOf,
    Thing,
    UserClass,
    Wrapped,
)
from prelower.values.possible import one, union, unknown

PLAIN_BASES = frozenset({"builtins.object", "abc.ABC", "typing.Protocol", "typing.Generic"})
"""Bases that bring nothing an instance's attributes could come from."""
_DYNAMIC = ("__getattr__", "__getattribute__")


_LINEAGES: dict[int, tuple[UserClass, tuple[UserClass | Library, ...]]] = {}


def lineage(cls: UserClass) -> tuple[UserClass | Library, ...]:
    """The class and its bases in Python's order (C3), nearest first."""
    known = _LINEAGES.get(id(cls))
    if known is None or known[0] is not cls:
        if len(_LINEAGES) > 512:
            _LINEAGES.clear()
        known = _LINEAGES[id(cls)] = (cls, tuple(_linearized(cls)))
    return known[1]


def _linearized(cls: UserClass) -> Iterator[UserClass | Library]:
    yield cls
    if len(cls.bases) == 1 and isinstance(cls.bases[0], UserClass):
        yield from lineage(cls.bases[0])
        return
    ways = [list(lineage(b)) if isinstance(b, UserClass) else [b] for b in cls.bases] + [list(cls.bases)]
    while ways := [way for way in ways if way]:
        behind = {_name(here) for way in ways for here in way[1:]}
        best = next((way[0] for way in ways if _name(way[0]) not in behind), ways[0][0])
        yield best
        ways = [[here for here in way if _name(here) != _name(best)] for way in ways]


def _name(cls: UserClass | Library) -> str:
    return cls.info.name if isinstance(cls, UserClass) else cls.name


def find(m: Machine, cls: UserClass, name: str, after: UserClass | None = None) -> Value | None:
    """What a class or its bases bind a name to (`after`: only the bases behind that one)."""
    passed = after is None
    for here in lineage(cls):
        if not passed:
            passed = here == after
            continue
        if isinstance(here, UserClass):
            value = m.state.value(here.space.number, name)
            if value:  # () where it was deleted
                return value
    return None


def opaque(cls: UserClass) -> bool:
    """Whether attributes may come from somewhere that is not followed."""
    return cls.special == "lost" or not cls.info.known


def method_named(m: Machine, thing: InstanceObject, name: str) -> Function | None:
    """The user's own method of that name, or None."""
    if thing.user is None:
        return None
    value = find(m, thing.user, name)
    what = value[0].what if value and len(value) == 1 else None
    return what if isinstance(what, Function) else None


def class_attribute(m: Machine, cls: UserClass, name: str) -> Value:
    """`Class.name`."""
    value = find(m, cls, name)
    if opaque(cls) and not (cls.special == "watched" and value is not None):
        return unknown(f"`{name}` of `{cls.info.name}`, which is not followed")
    if cls.special == "namedtuple" and any(p.name == name for p in cls.fields):
        return unknown("the descriptor of a named tuple's field")
    if value is not None and cls.special == "dataclass" and all(is_bare_field(p) for p in value):
        return unknown(f"`{name}`, which a base may have") if cls.bases else ()
    if value is not None:
        return union([_from_class(m, cls, p, name) for p in value])
    if cls.special == "namedtuple" and name == "_fields":
        return one(Sequence(info("builtins.tuple"), tuple(one(Known(p.name)) for p in cls.fields)))
    if name in ("__name__", "__qualname__"):
        return one(Known(cls.info.name.rsplit(".", 1)[-1]))
    if name in ("__dict__", "__subclasses__", "__bases__", "__mro__"):
        for other in list(m.classes.values()):
            if cls.info.name in other.info.mro or other.info.name in cls.info.mro:
                m.lose(one(other), f"changed through `{name}`")
    if name == "__members__" or name.startswith("__"):
        return unknown(f"`{name}` of a class")
    if cls.special == "dataclass" and not cls.bases and not name.startswith("__"):
        return ()
    if cls.special in ("enum", "namedtuple", "dataclass", "typeddict", "value") or cls.bases:
        m.mark("AttributeError")
        return one(MethodOf(Possible(cls), name))  # type: ignore[arg-type]
    m.mark("AttributeError")
    return ()


def is_bare_field(possible: Possible) -> bool:
    """Whether it is a `field()` without a default of its own, which the decorator takes off the class."""
    what: Thing = possible.what
    return isinstance(what, Factory) or isinstance(what, Instance) and what.cls.name == "dataclasses.Field"


def _from_class(m: Machine, cls: UserClass, possible: Possible, name: str) -> Value:
    what: Thing = possible.what
    thing = m.heap(what) if type(what) is Ref else None
    if isinstance(thing, InstanceObject) and method_named(m, thing, "__get__"):
        return unknown("what a descriptor gives")
    if isinstance(what, Property):
        if what.kind == "classmethod":
            return tuple(p._replace(what=BoundMethod(p.what, Possible(cls))) for p in what.function)  # type: ignore[arg-type]
        return what.function if what.kind == "staticmethod" else unknown("a property of a class")
    return (possible,)


def instance_attribute(m: Machine, possible: Possible, thing: InstanceObject, name: str) -> Value:
    """`instance.name`."""
    if thing.user is None:
        return _of_record(m, possible, thing, name)
    cls = thing.user
    found = find(m, cls, name)
    if find(m, cls, "__getattribute__") is not None:
        return unknown(f"attribute `{name}`, made by `__getattribute__`")
    if found is not None and any(isinstance(p.what, Property) and p.what.kind == "property" for p in found):
        doubt = tuple(p for p in thing.fields.get(name, ()) if isinstance(p.what, Unknown))  # a subclass has another
        return (*union([bound(m, p, possible, cls) for p in found]), *doubt)
    if found is not None and any(isinstance(p.what, Unknown) for p in found):
        m.lose((possible,), f"seen by `{name}`, which is not followed")
    if cls.special == "namedtuple" and found is not None and any(isinstance(p.what, Unknown) for p in found):
        return unknown(f"field `{name}`, whose descriptor may be another")
    if name in thing.fields:
        return thing.fields[name]
    if found is not None:
        return union([bound(m, p, possible, cls) for p in found])
    if name == "__class__":
        return one(cls)
    if name == "__dict__":
        from prelower.values.records import as_dict

        return as_dict(m, (possible,), live=True)
    if opaque(cls) or thing.rest or any(find(m, cls, d) for d in _DYNAMIC) or name.startswith("__"):
        m.mark("AttributeError")
        return unknown(f"attribute `{name}`, made at run time")
    if cls.special != "plain":
        m.mark("AttributeError")
        return one(MethodOf(possible, name))
    m.mark("AttributeError")
    return unknown(f"attribute `{name}`, which nothing seen here sets")


def _of_record(m: Machine, possible: Possible, thing: InstanceObject, name: str) -> Value:
    if name in thing.fields:
        if thing.call is not None:
            m.read_fields.add((thing.call, name))
        return thing.fields[name]
    if thing.call is not None or not thing.rest:
        return one(MethodOf(possible, name))
    return unknown(f"attribute `{name}`")


def bound(m: Machine, found: Possible, receiver: Possible, cls: UserClass) -> Value:
    """What a class's attribute is when reached through an instance."""
    what: Thing = found.what
    if isinstance(what, (Function, Wrapped)):
        return one(BoundMethod(what, receiver))
    if isinstance(what, Property):
        if what.kind == "staticmethod":
            return what.function
        if what.kind == "classmethod":
            return union([one(BoundMethod(p.what, Possible(cls))) for p in what.function])  # type: ignore[arg-type]
        return call_method(m, what.function, receiver)
    if type(what) is Ref:
        thing = m.heap(what)
        if isinstance(thing, InstanceObject) and method_named(m, thing, "__get__"):
            return unknown("what a descriptor gives")
    return (found,)


def call_method(m: Machine, function: Value, receiver: Possible, *arguments: Value) -> Value:
    """What calling a method on a receiver gives."""
    return union([m.call(one(BoundMethod(p.what, receiver)), arguments) for p in function])


def member_attribute(m: Machine, cls: UserClass, possible: Possible, name: str) -> Value | None:
    """An attribute of a value of a user's class that is no object in memory: an enum member, an int subclass."""
    what = possible.what
    if name == "__dict__":
        m.lose(one(cls), "changed through a `__dict__`")
        return unknown("what a member holds")
    if cls.special == "enum" and isinstance(what, Instance) and what.text is not None:
        member = m.members.get((cls.info.name, what.text))
        if member is not None and name in ("value", "_value_"):
            return member[1]
        if member is not None and name in ("name", "_name_"):
            return one(Known(member[0]))
    if cls.special == "enum" and name == "value" and isinstance(what, Instance) and isinstance(what.value, int):
        return one(Known(what.value))
    if cls.special == "enum" and name in ("value", "name"):
        return unknown("of which member is not known")
    found = find(m, cls, name)
    return union([bound(m, p, possible, cls) for p in found]) if found else None


def super_attribute(m: Machine, what: SuperOf, name: str) -> Value:
    """`super().name`."""
    receiver_class = _class_of_receiver(m, what)
    found = find(m, receiver_class, name, after=what.cls)
    if found is not None:
        return union([bound(m, p, what.receiver, receiver_class) for p in found])
    if name in ("__init__", "__init_subclass__") and not opaque(receiver_class):
        return one(MethodOf(what.receiver, "object.__init__"))
    return unknown(f"`super().{name}`")


def _class_of_receiver(m: Machine, what: SuperOf) -> UserClass:
    receiver: Thing = what.receiver.what
    if isinstance(receiver, UserClass):
        return receiver
    if type(receiver) is Ref:
        thing = m.heap(receiver)
        if isinstance(thing, InstanceObject) and thing.user is not None:
            return thing.user
    return what.cls


def derive(name: str, bases: list[UserClass | Library | None], infos: list[ClassInfo]) -> ClassInfo:
    """The class info of a new class with these bases."""
    mro = [name]
    for base in infos:
        mro.extend(n for n in base.mro if n not in mro)
    if "builtins.object" in mro:
        mro.remove("builtins.object")
    known = all(b is not None for b in bases) and all(i.known for i in infos)
    return ClassInfo(name, (*mro, "builtins.object"), known)


def given_of(arguments: tuple[Value, ...], site: Place | None, keywords: dict[str, Value] | None = None) -> Given:
    """Arguments as a Given, at the site where no better place is known."""
    nowhere = site or Place("", (0, 0, 0, 0), "argument")  # type: ignore[arg-type]

    def argument(value: Value) -> Argument:
        return Argument(value, value[0].places[-1] if value and value[0].places else nowhere)

    return Given(tuple(map(argument, arguments)), {n: argument(v) for n, v in (keywords or {}).items()}, site=site)
