"""Making instances of the user's classes."""

from __future__ import annotations

from prelower.values.attrs_classes import converted, with_private
from prelower.values.classes import find, lineage, opaque
from prelower.values.classinfo import info
from prelower.values.derived import derived_instance, follows
from prelower.values.export import exported
from prelower.values.functions import bind
from prelower.values.given import Given
from prelower.values.library import call as table_call
from prelower.values.lists import LISTS, SETS
from prelower.values.machine import Machine
from prelower.values.methods import DICTS
from prelower.values.model import ABSENT, Argument, Entry, Instance, Known, Library, Possible, Value
from prelower.values.objects import (
    BoundMethod,
    DictObject,
    Factory,
    Function,
    InstanceObject,
    ListObject,
    Parameter,
    Ref,
    Scope,
    Unit,
    UserClass,
)
from prelower.values.possible import one, union, unknown

_PLAIN_VALUES = ("builtins.int", "builtins.float", "builtins.str", "builtins.bytes")


def construct(m: Machine, cls: UserClass, given: Given) -> Value:
    """What `Class(arguments)` gives."""
    if cls.special == "watched" and follows(m, cls):
        return derived_instance(m, cls, given)
    if opaque(cls) or find(m, cls, "__new__") is not None:
        for argument in (*given.positional, *given.keywords.values()):
            m.lose(argument.value, f"given to `{cls.info.name}`, which is not followed")
        for name in ("__new__", "__init__"):
            m.lose(find(m, cls, name) or (), f"called by `{cls.info.name}`")
        return unknown(f"an instance of `{cls.info.name}`, which is not followed")
    maker = _MAKERS.get(cls.special, _plain)
    return maker(m, cls, given)


def _plain(m: Machine, cls: UserClass, given: Given) -> Value:
    ref = m.allocate(InstanceObject(cls.info, cls, {}))
    start = find(m, cls, "__init__")
    if start is None:
        if given.positional or given.keywords:
            m.throw("TypeError")
            return ()
        return one(ref)
    m.invoke(m, _methods(start, ref), given)
    return one(ref)


def _methods(functions: Value, ref: Ref) -> Value:
    return union([one(BoundMethod(p.what, Possible(ref))) for p in functions])  # type: ignore[arg-type]


def fields_function(cls: UserClass) -> Function:
    """The `__init__` that a dataclass or named tuple has, as far as binding goes."""
    return Function(cls.info.name, None, Unit("", 0), Scope(0, "module", None), cls.fields)  # type: ignore[arg-type]


def _fields(m: Machine, cls: UserClass, given: Given) -> dict[str, Value] | None:
    wanted = tuple(p for p in cls.fields if p.kind != "init=False")
    bound = bind(m, fields_function(cls._replace(fields=wanted)), given)
    if bound is None:
        return None
    for parameter in cls.fields:
        if parameter.kind == "init=False" and not _is_made(parameter):
            continue  # the class's own attribute
        value = bound.get(parameter.name, parameter.default)
        if value is not None:
            bound[parameter.name] = _made(m, value)
    return bound


def _is_made(parameter: Parameter) -> bool:
    """Whether each instance gets a value of its own from the field's factory."""
    return any(isinstance(p.what, Factory) for p in parameter.default or ())


def _made(m: Machine, value: Value) -> Value:
    """A field's value; where the default is a factory, what it makes now."""
    found = []
    for possible in value:
        what = possible.what
        if isinstance(what, Factory):
            found.append(m.call(what.maker, ()))
        else:
            found.append((possible,))
    return union(found)


def _dataclass(m: Machine, cls: UserClass, given: Given) -> Value:
    if find(m, cls, "__init__") is not None:
        return _plain(m, cls, given)
    fields = _fields(m, cls, with_private(m, cls, given))
    if fields is None:
        m.throw("TypeError")
        return ()
    kept = {
        p.name: converted(m, cls, p.name, fields[p.name])
        for p in cls.fields
        if p.name in fields and p.kind != "initvar"
    }
    ref = m.allocate(_with_fields(m, cls, kept))
    maker = next((c for c in lineage(cls) if isinstance(c, UserClass) and c.decorated), cls)
    after = find(m, cls, "__post_init__") or find(m, cls, "__attrs_post_init__")
    if after is not None and (find(m, maker, "__post_init__") or find(m, maker, "__attrs_post_init__")):
        extra = tuple(
            Argument(fields[p.name], given.site) for p in cls.fields if p.kind == "initvar" and given.site is not None
        )
        m.invoke(m, _methods(after, ref), Given(extra, {}, site=given.site))
    return one(ref)


def _with_fields(m: Machine, cls: UserClass, kept: dict[str, Value]) -> InstanceObject:
    if find(m, cls, "__setattr__") is not None and not cls.frozen:
        kept = {name: unknown(f"`{name}`, stored by `__setattr__`") for name in kept}
    return InstanceObject(cls.info, cls, kept)


def unstarted(m: Machine, cls: UserClass, by: str) -> Value:
    """An instance as the method that starts it finds it: `__init__` nothing, `__post_init__` the fields."""
    if opaque(cls) or cls.special == "watched" or find(m, cls, "__new__") is not None:
        return unknown(f"an instance of `{cls.info.name}`, which is not followed")
    fields = None
    if by != "__init__" and _MAKERS.get(cls.special) is _dataclass:
        fields = _fields(m, cls, Given(more=True, more_named=True))
    return one(m.allocate(_with_fields(m, cls, fields or {})))


def _namedtuple(m: Machine, cls: UserClass, given: Given) -> Value:
    fields = _fields(m, cls, given)
    if fields is None:
        m.throw("TypeError")
        return ()
    return one(m.allocate(InstanceObject(cls.info, cls, fields)))


def _typeddict(m: Machine, cls: UserClass, given: Given) -> Value:
    entries = tuple(Entry(Known(name), a.value, a.given) for name, a in given.keywords.items())
    unsure = bool(given.positional) or given.more_named
    return one(m.allocate(DictObject(info("builtins.dict"), entries, unsure)))


def _enum(m: Machine, cls: UserClass, given: Given) -> Value:
    """`Mode(2)`: the member of that value."""
    members = [m.state.value(cls.space.number, p.name) for p in cls.fields]
    wanted = given.positional[0].value if len(given.positional) == 1 else ()
    if len(wanted) == 1 and isinstance(wanted[0].what, Known):
        for value in members:
            what = value[0].what if value else None
            if isinstance(what, Instance) and what.value == wanted[0].what.value:
                return value or ()
    return unknown(f"some member of `{cls.info.name}`")


def _value(m: Machine, cls: UserClass, given: Given) -> Value:
    """A subclass of int, float, str or bytes: of its class, its value as its base makes it."""
    if find(m, cls, "__init__") is not None:
        m.invoke(m, find(m, cls, "__init__") or (), Given(((Argument(unknown("self"), given.site)),), {}, True, True))  # type: ignore[arg-type]
    base = next(n for n in cls.info.mro if n in _PLAIN_VALUES)
    made: object = ABSENT
    if not given.more and not given.keywords and all(len(a.value) == 1 for a in given.positional):
        result = table_call(base, tuple(exported(m, a.value[0].what) for a in given.positional), {})
        made = result.value if isinstance(result, Known) else ABSENT
    own = find(m, cls, "__str__") or find(m, cls, "__repr__")
    text = None if own or made is ABSENT else str(made)
    return one(Instance(cls.info, True, made, text))


_OWN = ("__init__", "__getitem__", "__setitem__", "__iter__", "__len__", "__missing__", *LISTS, *SETS, *DICTS)
"""Methods with which a subclass of dict or list is not what its base is."""


def _structure(m: Machine, cls: UserClass, given: Given) -> Value:
    """A structure of `ctypes`: what its fields hold is not followed."""
    if find(m, cls, "__init__") is not None:
        m.invoke(m, find(m, cls, "__init__") or (), Given(((Argument(unknown("self"), given.site)),), {}, True, True))  # type: ignore[arg-type]
    return one(Instance(cls.info))


def _container(m: Machine, cls: UserClass, given: Given) -> Value:
    """A subclass of dict or list with what it is given."""
    if any(find(m, cls, name) for name in _OWN):
        return unknown(f"an instance of `{cls.info.name}`")
    base = "builtins.dict" if "builtins.dict" in cls.info.mro else "builtins.list"
    made = m.invoke(m, one(Library(base)), given)
    what = made[0].what if len(made) == 1 else None
    if type(what) is Ref:
        thing = m.heap(what)
        if isinstance(thing, (DictObject, ListObject)):
            m.store(what, thing._replace(cls=cls.info))
        return made
    return unknown(f"an instance of `{cls.info.name}`")


_MAKERS = {
    "dataclass": _dataclass,
    "namedtuple": _namedtuple,
    "typeddict": _typeddict,
    "enum": _enum,
    "value": _value,
    "container": _container,
    "structure": _structure,
}
