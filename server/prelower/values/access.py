"""Attributes and subscripts: of the project's objects, of modules, of what the tables know."""

from __future__ import annotations

import ast
import builtins

from prelower.values.arrays import jax_array
from prelower.values.carried import function_attribute
from prelower.values.classes import (
    class_attribute,
    instance_attribute,
    member_attribute,
    super_attribute,
)
from prelower.values.classinfo import info
from prelower.values.declared import FIELDS, declared
from prelower.values.export import exported, taken
from prelower.values.library import attribute as table_attribute
from prelower.values.machine import Machine
from prelower.values.model import Instance, Known, Library, Possible, Sequence, Unknown, Value
from prelower.values.names import STAR, mangled, undeferred
from prelower.values.objects import (
    BoundMethod,
    Function,
    InstanceObject,
    LostObject,
    MethodOf,
    ModuleRef,
    NamesOf,
    Partial,
    Ref,
    SuperOf,
    UserClass,
    WatchedResult,
    Wrapped,
)
from prelower.values.operands import METADATA, operands_of
from prelower.values.possible import one, union, unknown
from prelower.values.registry import expression
from prelower.values.releases import release_attribute, version_attribute
from prelower.values.sequences import tuple_of
from prelower.values.watching import record_name

_ARRAY = jax_array(None, None)


@expression(ast.Attribute)
def attribute(m: Machine, node: ast.Attribute) -> Value:
    """`value.name`."""
    value = m.eval(node.value)
    for name in _names_of_jax(m, value, node.attr):
        record_name(m, name, "attribute", node)
    if node.attr in METADATA and isinstance(node.value, ast.Name) and _is_operand(m, node.value.id, value):
        m.mark("AttributeError")
        return taken(m, table_attribute(_ARRAY, node.attr) or Unknown("of an array"))
    return attribute_of(m, value, mangled(m, node.attr))


def _names_of_jax(m: Machine, value: Value, attribute: str) -> list[str]:
    """The names of JAX that are looked up; of several modules, one of which may have it, none."""
    names = [f"{p.what.name}.{attribute}" for p in value if isinstance(p.what, Library)]
    ours = [name for name in names if name.startswith(("jax.", "jaxlib."))]
    lacking = len(ours) == len(value) and all(m.world.library.exists(name) is False for name in ours)
    return ours if len(value) == 1 or lacking else []


def _is_operand(m: Machine, name: str, value: Value) -> bool:
    """Whether something not known is an array, as the function around hands it to a kernel."""
    function = m.frame.function
    return (
        function is not None and all(isinstance(p.what, Unknown) for p in value) and name in operands_of(function.node)
    )


def attribute_of(m: Machine, value: Value, name: str) -> Value:
    """The attribute of each possibility; those that certainly lack it raise and fall away."""
    found = []
    for possible in value:
        got = one_attribute(m, possible, name)
        found.append(tuple(p._replace(under=possible.under + p.under) for p in got) if possible.under else got)
    if not any(found):
        m.throw("AttributeError")
    return union(found) if any(found) else unknown(f"no attribute `{name}`")


def one_attribute(m: Machine, possible: Possible, name: str) -> Value:
    """The attribute of one possibility; () where it raises AttributeError."""
    what = possible.what
    fields = declared(m, possible) if name == FIELDS else None
    if fields is not None:
        return fields
    if isinstance(what, Library):
        return library_attribute(m, what, name)
    if isinstance(what, Known) and not hasattr(what.value, name):
        return ()
    if isinstance(what, Unknown):
        m.mark("AttributeError")
        return unknown(f"attribute `{name}` of something not known: {what.reason}")
    if isinstance(what, ModuleRef):
        return module_attribute(m, what, name)
    if isinstance(what, UserClass):
        return class_attribute(m, what, name)
    if isinstance(what, SuperOf):
        return super_attribute(m, what, name)
    if type(what) is Ref:
        return _of_object(m, possible, name)
    if name == "__class__" and isinstance(what, (Known, Instance, Sequence)):
        return m.call(one(Library("builtins.type")), ((possible,),))
    if name == "__call__" and isinstance(what, (MethodOf, BoundMethod, Function)):
        return (possible,)
    if isinstance(what, Partial) and name in ("func", "args", "keywords"):
        return _of_partial(m, what, name)
    if isinstance(what, Function):
        own = function_attribute(m, what, name)
        if own is not None:
            return own
    if isinstance(what, (Wrapped, WatchedResult, NamesOf)):
        return one(MethodOf(possible, name))
    return _of_plain(m, possible, name)


def _of_partial(m: Machine, what: Partial, name: str) -> Value:
    if name == "func":
        return what.function
    if name == "args":
        return tuple_of(what.positional)
    return one(what.named) if what.named is not None else unknown("the keywords of a partial that has none")


def library_attribute(m: Machine, what: Library, name: str) -> Value:
    """An attribute of something outside the project."""
    dotted = f"{what.name}.{name}"
    if dotted == "sys.modules":
        m.dynamic = True
    if dotted in m.patched:
        return unknown(f"`{dotted}`, which the program replaces")
    release = release_attribute(m, dotted)
    if release is not None:
        return release
    if name == "TYPE_CHECKING":
        return one(Known(False))
    if what.name == "absl.flags.FLAGS":
        from prelower.values.arguments import flag

        return flag(m, name)
    result = table_attribute(what, name)
    if result is not None:
        return taken(m, result)
    if what.name.startswith("builtins."):
        return one(Library(dotted))
    if name in ("__name__", "__qualname__") and m.world.library.watched(what.name) is not None:
        return one(Known(what.name.rpartition(".")[2]))
    exists = m.world.library.exists(dotted) if m.guards else True
    if exists is False and m.catches("AttributeError"):
        m.throw("AttributeError")
        return unknown(f"`{dotted}` does not exist in this JAX")
    if exists is None:
        m.mark("AttributeError")
    return one(Library(dotted))


def module_attribute(m: Machine, module: ModuleRef, name: str) -> Value:
    """A name in a module of the project."""
    if name == "__dict__":
        return one(NamesOf(module))
    value = m.state.value(module.scope.number, name)
    if value is not None:
        return undeferred(m, value)
    from prelower.values.modules import submodule

    child = submodule(m, f"{module.name}.{name}")
    if child is not None:
        return child
    maker = m.state.value(module.scope.number, "__getattr__")
    if maker is not None:
        return m.call(undeferred(m, maker), (one(Known(name)),)) or unknown(f"`{name}` of `{module.name}`")
    if m.state.value(module.scope.number, STAR) is not None:
        return unknown(f"`{name}` of `{module.name}` is made at run time")
    m.mark("AttributeError")
    return unknown(f"`{module.name}` has no `{name}`")


def _of_object(m: Machine, possible: Possible, name: str) -> Value:
    thing = m.heap(possible.what)  # type: ignore[arg-type]
    if isinstance(thing, LostObject):
        return unknown(f"attribute `{name}` of something not known: {thing.reason}")
    if isinstance(thing, InstanceObject):
        return instance_attribute(m, possible, thing, name)
    return () if lacks(thing.cls.name, name) else one(MethodOf(possible, name))


def is_built_in(cls: str) -> bool:
    """Whether a class is in Python's `builtins`."""
    return cls.startswith("builtins.") and isinstance(getattr(builtins, cls[9:], None), type)


def lacks(cls: str, name: str) -> bool:
    """Whether a built-in class has no attribute of that name."""
    return is_built_in(cls) and not hasattr(getattr(builtins, cls[9:]), name)


def _of_plain(m: Machine, possible: Possible, name: str) -> Value:
    """An attribute of a number, string, tuple, array or enum member."""
    what = exported(m, possible.what)
    if isinstance(what, Sequence) and lacks(what.cls.name, name):
        return ()
    if isinstance(what, Instance) and what.exact and lacks(what.cls.name, name):
        return ()
    result = table_attribute(what, name)
    if result is not None:
        return taken(m, result)
    if isinstance(what, Instance) and (part := version_attribute(what, name)) is not None:
        return part
    if isinstance(what, Instance) and not info(what.cls.name).known and what.cls.name not in m.classes:
        m.mark("AttributeError")
        return m.ask("attribute", f"{what.cls.name}.{name}")
    user = m.classes.get(what.cls.name) if isinstance(what, (Instance, Sequence)) else None
    if user is not None:
        got = member_attribute(m, user, possible, name)
        if got is not None:
            return got
    return one(MethodOf(possible, name))


@expression(ast.Slice)
def slice_(m: Machine, node: ast.Slice) -> Value:
    """A slice inside an index tuple."""
    for part in (node.lower, node.upper, node.step):
        if part is not None:
            m.eval(part)
    return one(Instance(info("builtins.slice")))
