"""Functions that make, copy or change objects: `dict`, `replace`, `copy`, `setattr`, `field`, `vars`."""

from __future__ import annotations

import ast

from prelower.values.access import attribute_of
from prelower.values.calls import by_tables
from prelower.values.classinfo import info
from prelower.values.dicts import merged, put, put_named
from prelower.values.given import Given
from prelower.values.items import item
from prelower.values.machine import Machine, module_of
from prelower.values.methods import pairs_as_dict
from prelower.values.model import Array, ClassInfo, Instance, Known, Library, Possible, Value
from prelower.values.objects import (
    DictObject,
    Factory,
    InstanceObject,
    ModuleRef,
    NamesOf,
    Parameter,
    Partial,
    Ref,
    Scope,
    Thing,
    UserClass,
    Wrapped,
)
from prelower.values.possible import NONE, one, union, unknown
from prelower.values.records import as_dict, namespace
from prelower.values.sequences import items_of, not_iterable
from prelower.values.special import HIGHER, Special, first, special
from prelower.values.targets import store_attribute
from prelower.values.world import Watched


@special("builtins.dict", "collections.OrderedDict")
def dict_(m: Machine, given: Given) -> Value:
    """`dict(other, **items)`."""
    table = DictObject(info("builtins.dict"), ())
    if any(not_iterable(m, argument.value) for argument in given.positional):
        m.throw("TypeError")
        return ()
    for argument in given.positional:
        table = merged(m, table, pairs_as_dict(m, argument.value))
    for name, argument in given.keywords.items():
        table = put_named(m, table, name, argument)
    if given.more or given.more_named:
        table = merged(m, table, unknown("unpacked"))
    return one(m.allocate(table))


@special("contextlib.nullcontext", "contextlib.closing")
def null_context(m: Machine, given: Given) -> Value:
    """A context manager that gives what it is given."""
    return one(Wrapped("null", first(given) if given.positional else NONE))


@special("builtins.object")
def object_(m: Machine, given: Given) -> Value:
    """`object()`: a thing that is nothing but itself."""
    return one(m.allocate(InstanceObject(info("builtins.object"), None, {})))


@special("types.SimpleNamespace", "argparse.Namespace")
def simple_namespace(m: Machine, given: Given) -> Value:
    """`SimpleNamespace(**fields)`."""
    return namespace(m, given)


@special("builtins.setattr", "builtins.delattr", "builtins.type.__setattr__")
def setattr_(m: Machine, given: Given) -> Value:
    """`setattr(object, "name", value)`."""
    return _set(m, given, False)


@special("builtins.object.__setattr__")
def object_setattr(m: Machine, given: Given) -> Value:
    """`object.__setattr__(object, "name", value)`, behind a frozen class's back too."""
    return _set(m, given, True)


def _set(m: Machine, given: Given, force: bool) -> Value:
    if not given.more and not 2 <= len(given.positional) <= 3:
        m.throw("TypeError")
    name = given.positional[1].value if len(given.positional) > 1 else ()
    text = name[0].what.value if len(name) == 1 and isinstance(name[0].what, Known) else None
    if isinstance(text, str) and len(given.positional) == 3:
        store_attribute(m, first(given), text, given.positional[2].value, force)
    else:
        m.lose(first(given), "changed by `setattr`")
    return NONE


@special("builtins.locals", "builtins.vars", "builtins.exec")
def dynamic(m: Machine, given: Given) -> Value:
    """What is made at run time is not followed."""
    if len(given.positional) == 1 and type(first(given)[0].what) is Ref:
        return as_dict(m, first(given), live=True)
    what: Thing | None = first(given)[0].what if len(given.positional) == 1 else None
    if isinstance(what, ModuleRef):
        return one(NamesOf(what))
    cls = m.classes.get(what.cls.name) if isinstance(what, Instance) else what  # of a member of an enum
    if isinstance(cls, UserClass):
        m.lose(one(cls), "changed through its `__dict__`")
    if isinstance(what, UserClass):
        return unknown("the names of a class")
    m.dynamic = True
    return unknown("made at run time")


@special("builtins.globals")
def globals_(m: Machine, given: Given) -> Value:
    """`globals()`: the module's names as a dict."""
    here = m.names.get(module_of(m.frame.scope).number)
    if given.positional or here is None:
        return dynamic(m, given)
    return one(NamesOf(ModuleRef(here[0], module_of(m.frame.scope))))


@special("builtins.eval")
def eval_(m: Machine, given: Given) -> Value:
    """`eval(text)`: whatever it does; a plain literal does nothing."""
    what = first(given)[0].what
    try:
        ast.literal_eval(what.value if isinstance(what, Known) else "?")
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        m.dynamic = True
    return unknown("made at run time")


@special("enum.auto")
def auto(m: Machine, given: Given) -> Value:
    """`enum.auto()`: the class gives it its value."""
    return one(Instance(info("enum.auto")))


@special("dataclasses.field", "attr.ib", "attr.attrib", "attrs.field", "attr.field", "flax.struct.field")
def field(m: Machine, given: Given) -> Value:
    """`dataclasses.field(...)`: its default, a factory, or nothing."""
    if given.site is not None:
        m.fields_made[given.site] = given.keywords["converter"].value if "converter" in given.keywords else None
    if "default" in given.keywords:
        return given.keywords["default"].value
    for name in ("default_factory", "factory"):
        if name in given.keywords:
            return one(Factory(given.keywords[name].value))
    return one(Instance(info("dataclasses.Field")))


@special("builtins.print", "warnings.warn")
def harmless(m: Machine, given: Given) -> Value:
    """Nothing comes of it."""
    return NONE


@special("builtins.dict.fromkeys")
def fromkeys(m: Machine, given: Given) -> Value:
    """`dict.fromkeys(keys, value)`."""
    keys = items_of(m, first(given))
    value = given.positional[1] if len(given.positional) > 1 else None
    if keys is None:
        return unknown("a dict whose keys are not all known")
    table = DictObject(info("builtins.dict"), ())
    for key in keys:
        table = put(m, table, key, value.value if value else NONE, value.given if value else None)
    return one(m.allocate(table))


@special("builtins.memoryview")
def memoryview_(m: Machine, given: Given) -> Value:
    """`memoryview(data)`."""
    return one(Instance(info("builtins.memoryview")))


@special("typing.cast", "typing_extensions.cast")
def cast(m: Machine, given: Given) -> Value:
    """`typing.cast(Type, value)` is the value."""
    return given.positional[1].value if len(given.positional) == 2 else unknown("a cast")


@special("typing.NewType")
def new_type(m: Machine, given: Given) -> Value:
    """`NewType("Name", base)` gives back what it is called with."""
    return one(Library("prelower.same"))


@special("types.MappingProxyType")
def mapping_proxy(m: Machine, given: Given) -> Value:
    """A read-only view of a dict shows what the dict holds."""
    return first(given)


def _getter(kind: str) -> Special:
    def work(m: Machine, given: Given) -> Value:
        if len(given.positional) != 1:
            return unknown("a getter of several")
        return one(Partial(one(Library(f"prelower.{kind}")), (first(given),)))

    return work


HIGHER["operator.attrgetter"] = _getter("attribute")
HIGHER["operator.itemgetter"] = _getter("item")


@special("prelower.attribute")
def attribute(m: Machine, given: Given) -> Value:
    """The attribute whose dotted name comes first."""
    what = first(given)[0].what
    value = given.positional[1].value if len(given.positional) == 2 else unknown("nothing")
    if not isinstance(what, Known) or not isinstance(what.value, str):
        return unknown("an attribute whose name is not known")
    for part in what.value.split("."):
        value = attribute_of(m, value, part)
    return value


@special("prelower.item")
def item_(m: Machine, given: Given) -> Value:
    """The item whose key comes first."""
    if len(given.positional) != 2:
        return unknown("an item of nothing")
    return union([item(m, p, first(given)) for p in given.positional[1].value])


_STRUCT = Watched("jax.ShapeDtypeStruct", ("shape", "dtype"), var_keyword=True)


@special("jax.ShapeDtypeStruct", "jax.core.ShapedArray")
def shape_dtype_struct(m: Machine, given: Given) -> Value:
    """`ShapeDtypeStruct(shape, dtype)`: an array as far as shape and dtype go."""
    from prelower.values.watching import watched_call

    watched_call(m, Library("jax.ShapeDtypeStruct"), _STRUCT, given, None)
    made = by_tables(m, Library("jax.numpy.zeros"), given._replace(positional=given.positional[:2]))
    return unknown("a shape that is not known") if made is None else tuple(map(_described, made))


def _described(possible: Possible) -> Possible:
    what = possible.what
    struct = info("jax.ShapeDtypeStruct")
    return possible._replace(what=what._replace(cls=struct, text=None)) if isinstance(what, Array) else possible


@special("collections.namedtuple")
def namedtuple(m: Machine, given: Given) -> Value:
    """`namedtuple("Name", "a b", defaults=(...))`: the class it makes."""
    if len(given.positional) != 2 or given.more or given.more_named:
        return unknown("a class made at run time")
    title, names = (a.value[0].what for a in given.positional)
    fields = _field_names(m, names, given.positional[1].value)
    if not isinstance(title, Known) or fields is None or set(given.keywords) - {"defaults"}:
        return unknown("a class made at run time")
    defaults = items_of(m, given.keywords["defaults"].value) if "defaults" in given.keywords else ()
    if defaults is None:
        return unknown("a class made at run time")
    late = (None,) * (len(fields) - len(defaults)) + defaults
    parameters = tuple(Parameter(n, "both", d) for n, d in zip(fields, late))
    cls = ClassInfo(
        f"{m.names.get(module_of(m.frame.scope).number, ('', False))[0]}.{title.value}",
        (str(title.value), "builtins.tuple", "builtins.object"),
    )
    return one(UserClass(cls, (), Scope(m.fresh(), "class", m.frame.scope), "namedtuple", parameters))


def _field_names(m: Machine, what: object, value: Value) -> list[str] | None:
    if isinstance(what, Known) and isinstance(what.value, str):
        return what.value.replace(",", " ").split()
    items = items_of(m, value)
    names = [v[0].what.value if len(v) == 1 and isinstance(v[0].what, Known) else None for v in items or ()]
    return [n for n in names if isinstance(n, str)] if items is not None and None not in names else None
