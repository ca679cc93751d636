"""Functions that look at what a value is: `isinstance`, `type`, `getattr`, `hasattr`, `callable`, `super`."""

from __future__ import annotations

from prelower.values.classes import find, is_bare_field, method_named, opaque
from prelower.values.classinfo import class_of, info
from prelower.values.export import exported
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import ClassInfo, Instance, Known, Library, Possible, Sequence, Unknown, Value
from prelower.values.objects import (
    BoundMethod,
    Function,
    InstanceObject,
    LostObject,
    MethodOf,
    ModuleRef,
    Partial,
    Ref,
    SuperOf,
    Thing,
    UserClass,
    Wrapped,
)
from prelower.values.possible import one, under, union, unknown
from prelower.values.sequences import list_of
from prelower.values.special import first, special
from prelower.values.watching import record_name


def _answer(truths: set[bool | None]) -> Value:
    found = truths.pop() if len(truths) == 1 else None
    return one(Known(found)) if found is not None else one(Instance(info("builtins.bool")))


@special("builtins.isinstance")
def isinstance_(m: Machine, given: Given) -> Value:
    """`isinstance(value, classes)` where both are known well enough."""
    names = class_names(m, given.positional[1].value) if len(given.positional) == 2 else None
    return _answer({_is_one_of(m, p, names) for p in first(given)} if names is not None else {None})


@special("builtins.issubclass")
def issubclass_(m: Machine, given: Given) -> Value:
    """`issubclass(cls, classes)` where both are known well enough."""
    names = class_names(m, given.positional[1].value) if len(given.positional) == 2 else None
    if names is None:
        return _answer({None})
    return _answer({_derives(m, _info(p), names) for p in first(given)})


def _info(possible: Possible) -> ClassInfo | None:
    what = possible.what
    if isinstance(what, UserClass):
        return what.info
    return info(what.name) if isinstance(what, Library) else None


def class_names(m: Machine, value: Value) -> tuple[str, ...] | None:
    """The dotted names of a class, a tuple of classes or a union of them."""
    found: list[str] = []
    for possible in value:
        what = possible.what
        if isinstance(what, Library):
            found.append(what.name)
        elif isinstance(what, UserClass):
            if opaque(what):
                return None
            found.append(what.info.name)
        elif isinstance(what, Sequence) and not what.rest:
            inside = [class_names(m, v) for v in what.items]
            if any(i is None for i in inside):
                return None
            found.extend(n for i in inside if i for n in i)
        else:
            return None
    return tuple(found) if len(value) == 1 else None


_ABSTRACT = {
    "numbers.Integral": ("builtins.int", "numpy.integer"),
    "numbers.Real": ("builtins.int", "builtins.float", "numpy.integer", "numpy.floating", "fractions.Fraction"),
    "numbers.Number": (
        "builtins.int", "builtins.float", "builtins.complex", "numpy.number", "decimal.Decimal", "fractions.Fraction",
    ),
    "collections.abc.Mapping": ("builtins.dict", "collections.ChainMap", "builtins.mappingproxy"),
    "collections.abc.Sequence": ("builtins.list", "builtins.tuple", "builtins.str", "builtins.bytes", "builtins.range"),
}  # fmt: skip
"""Abstract classes and the builtin ones that count as theirs."""
_PLAIN = frozenset(
    f"builtins.{n}"
    for n in "int float str bytes bool complex list tuple dict set frozenset bytearray".split()
)  # fmt: skip
_NUMPY = ("generic", "number", "integer", "signedinteger", "inexact", "floating", "ndarray", "bool", "bool_",
          "int8", "int16", "int32", "int64", "float16", "float32", "float64")  # fmt: skip
_FAMILIAR = _PLAIN | frozenset(f"numpy.{n}" for n in _NUMPY) | {"enum.Enum", "enum.IntEnum", "decimal.Decimal"}


def _is_one_of(m: Machine, possible: Possible, names: tuple[str, ...]) -> bool | None:
    cls = class_of_thing(m, possible)
    what = possible.what
    if cls is not None and isinstance(what, Instance) and not what.exact:
        if cls.derives(*names):
            return True
        return None if any(_may_derive(n, cls) for n in names) else _derives(m, cls, names)
    return _derives(m, cls, names)


def _derives(m: Machine, cls: ClassInfo | None, names: tuple[str, ...]) -> bool | None:
    if cls is None:
        return None
    if cls.derives(*names) or any(cls.derives(*_ABSTRACT.get(n, ())) for n in names):
        return True
    decided = all(n in _FAMILIAR or n in m.classes or n in _ABSTRACT and _settled(cls) for n in names)
    return False if cls.known and decided else None


def _settled(cls: ClassInfo) -> bool:
    """Whether a class cannot have been registered with an abstract one."""
    return cls.name in _PLAIN or cls.name.startswith("numpy.")


def _may_derive(name: str, cls: ClassInfo) -> bool:
    """Whether a subclass of `cls` may be one of `name` too."""
    solid = ("builtins.int", "builtins.float", "builtins.str", "builtins.bytes", "builtins.bool", "builtins.complex")
    return cls.name in info(name).mro if cls.name in solid and name in solid else True


def class_of_thing(m: Machine, possible: Possible) -> ClassInfo | None:
    """The class of one possibility, or None where it is not known."""
    what = possible.what
    if isinstance(what, (Unknown, Library, Partial, MethodOf, ModuleRef, SuperOf, Wrapped)):
        return None  # a wrapper is of the class that its maker has for it
    if isinstance(what, (Function, BoundMethod)):
        return info("builtins.function" if isinstance(what, Function) else "builtins.method")
    if isinstance(what, UserClass):
        return info("builtins.type") if what.special != "enum" else None
    return class_of(exported(m, what, 1))


@special("builtins.type")
def type_(m: Machine, given: Given) -> Value:
    """`type(value)` as the class it is."""
    if len(given.positional) == 3 and not given.more:
        from prelower.values.made_classes import made_class

        return made_class(m, given)
    if len(given.positional) != 1:
        return unknown("a class made at run time")
    found = []
    for possible in first(given):
        cls = class_of_thing(m, possible)
        exact = not isinstance(possible.what, Instance) or possible.what.exact
        thing = m.heap(possible.what) if type(possible.what) is Ref else None
        if isinstance(thing, InstanceObject) and thing.user is not None:
            found.append(one(thing.user))
            continue
        if cls is None or not exact:
            return unknown("the class of something not known")
        user = m.classes.get(cls.name)
        found.append(one(user if user is not None else Library(cls.name)))
    return union(found)


@special("builtins.getattr")
def getattr_(m: Machine, given: Given) -> Value:
    """`getattr(value, "name", default)`."""
    from prelower.values.access import one_attribute

    if len(given.positional) < 2:
        return unknown("getattr")
    name = given.positional[1].value
    text = name[0].what.value if len(name) == 1 and isinstance(name[0].what, Known) else None
    if not isinstance(text, str):
        return unknown("an attribute whose name is not known")
    default = given.positional[2].value if len(given.positional) > 2 else None
    written = bool(name[0].places) and name[0].places[0].span == given.positional[1].given.span
    found = []
    for possible in first(given):
        if written and default is None and given.site is not None and isinstance(possible.what, Library):
            record_name(m, f"{possible.what.name}.{text}", "attribute", given.site)
        has = has_attribute(m, possible, text)
        got = one_attribute(m, possible, text) if has is not False else ()
        found.append(under(got, possible.under))
        if (has is not True or not got) and default is not None:
            found.append(default)
        if (has is not True or not got) and default is None:
            m.mark("AttributeError")
    return union(found)


@special("builtins.hasattr")
def hasattr_(m: Machine, given: Given) -> Value:
    """`hasattr(value, "name")`."""
    name = given.positional[1].value if len(given.positional) == 2 else ()
    text = name[0].what.value if len(name) == 1 and isinstance(name[0].what, Known) else None
    truths = {has_attribute(m, p, text) for p in first(given)} if isinstance(text, str) else {None}
    found = truths.pop() if len(truths) == 1 else None
    return one(Known(found)) if found is not None else one(Instance(info("builtins.bool")))


def has_attribute(m: Machine, possible: Possible, name: str) -> bool | None:
    """Whether a thing has an attribute, where that is known."""
    from prelower.values.access import is_built_in, lacks
    from prelower.values.declared import FIELDS, declared

    what = possible.what
    if name == FIELDS and declared(m, possible) is not None:
        return True
    if isinstance(what, Library):
        return m.world.library.exists(f"{what.name}.{name}")
    if type(what) is Ref:
        thing = m.heap(what)
        if isinstance(thing, InstanceObject):
            if name in thing.fields:
                return None if any(isinstance(p.what, Unknown) for p in thing.fields[name]) else True
            if method_named(m, thing, name):
                return True
            plain = thing.user is not None and thing.user.special in ("plain", "dataclass") and not thing.rest
            return False if plain and thing.user and thing.user.info.known and not _dynamic(m, thing) else None
        ours = not isinstance(thing, LostObject) and is_built_in(thing.cls.name)
        return not lacks(thing.cls.name, name) if ours else None
    if isinstance(what, Known):
        return hasattr(what.value, name)
    if isinstance(what, Sequence) and lacks(what.cls.name, name):
        return False
    if isinstance(what, UserClass):
        found = find(m, what, name)
        if found is not None:
            return not (what.special == "dataclass" and all(is_bare_field(p) for p in found))
        plain = what.special in ("plain", "dataclass") and not what.bases and not opaque(what)
        return False if plain and not name.startswith("__") else None
    if isinstance(what, ModuleRef):
        return True if m.state.value(what.scope.number, name) is not None else None
    return None


def _dynamic(m: Machine, thing: InstanceObject) -> bool:
    assert thing.user is not None
    return any(find(m, thing.user, n) is not None for n in ("__getattr__", "__getattribute__"))


@special("builtins.callable")
def callable_(m: Machine, given: Given) -> Value:
    """`callable(value)` where it is known what the value is."""
    return _answer({_can_be_called(m, p) for p in first(given)})


def _is_users(m: Machine, receiver: Possible) -> bool:
    what: Thing = receiver.what
    return isinstance(what, UserClass) or type(what) is Ref and isinstance(m.heap(what), InstanceObject)


def _can_be_called(m: Machine, possible: Possible) -> bool | None:
    what = possible.what
    if isinstance(what, MethodOf) and _is_users(m, what.receiver):
        return None  # perhaps an attribute that is made at run time
    if isinstance(what, (Function, UserClass, BoundMethod, MethodOf, Wrapped, Partial)):
        return True
    if type(what) is Ref:
        thing = m.heap(what)
        return True if isinstance(thing, InstanceObject) and method_named(m, thing, "__call__") else None
    return False if isinstance(what, (Known, Sequence)) else None


@special("builtins.dir")
def dir_(m: Machine, given: Given) -> Value:
    """`dir(value)` of a plain value."""
    what = first(given)[0].what
    if len(first(given)) == 1 and isinstance(what, Known):
        return list_of(m, tuple(one(Known(n)) for n in dir(what.value)))
    return list_of(m, (), True)


@special("builtins.super")
def super_(m: Machine, given: Given) -> Value:
    """`super()` in a method."""
    function, receiver = m.frame.function, m.frame.receiver
    if function is None or function.owner is None:
        return unknown("super outside a method")
    if receiver is None:
        first = function.parameters[0].name if function.parameters else ""
        value = m.state.value(m.frame.scope.number, first)
        if not value or len(value) != 1:
            return unknown("super of something not known")
        receiver = value[0]
    owner = m.classes.get(function.owner.info.name, function.owner)
    return one(SuperOf(owner, receiver))
