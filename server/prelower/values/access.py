"""Attributes and subscripts: of the project's objects, of modules, of what the tables know."""

from __future__ import annotations

import ast

from prelower.values.classes import (
    class_attribute,
    find,
    instance_attribute,
    member_attribute,
    method_named,
    super_attribute,
)
from prelower.values.classinfo import class_of, info
from prelower.values.dicts import key_of
from prelower.values.export import exported, taken
from prelower.values.frames import ANY
from prelower.values.library import attribute as table_attribute
from prelower.values.library import subscript as table_subscript
from prelower.values.machine import Machine
from prelower.values.model import Array, Instance, Known, Library, Possible, Sequence, Unknown, Value
from prelower.values.names import STAR, mangled, undeferred
from prelower.values.objects import (
    BoundMethod,
    DictObject,
    Function,
    InstanceObject,
    ListObject,
    LostObject,
    MethodOf,
    ModuleRef,
    Partial,
    Ref,
    SuperOf,
    UserClass,
    WatchedResult,
    Wrapped,
)
from prelower.values.possible import one, union, unknown
from prelower.values.registry import expression


@expression(ast.Attribute)
def attribute(m: Machine, node: ast.Attribute) -> Value:
    """`value.name`."""
    return attribute_of(m, m.eval(node.value), mangled(m, node.attr))


def attribute_of(m: Machine, value: Value, name: str) -> Value:
    """The attribute of each possibility; those that certainly lack it raise and fall away."""
    found = []
    for possible in value:
        got = one_attribute(m, possible, name)
        found.append(tuple(p._replace(under=possible.under + p.under) for p in got) if possible.under else got)
    return union(found) if any(found) else unknown(f"no attribute `{name}`")


def one_attribute(m: Machine, possible: Possible, name: str) -> Value:
    """The attribute of one possibility; () where it raises AttributeError."""
    what = possible.what
    if isinstance(what, Library):
        return library_attribute(m, what, name)
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
    if name == "__call__" and isinstance(what, (MethodOf, BoundMethod, Function)):
        return (possible,)
    if isinstance(what, Partial) and name in ("func", "args", "keywords"):
        return what.function if name == "func" else unknown("a partial's arguments")
    if isinstance(what, (Wrapped, WatchedResult)):
        return one(MethodOf(possible, name))
    return _of_plain(m, possible, name)


def library_attribute(m: Machine, what: Library, name: str) -> Value:
    """An attribute of something outside the project."""
    dotted = f"{what.name}.{name}"
    if dotted == "sys.modules":
        m.dynamic = True
    if dotted in m.patched:
        return unknown(f"`{dotted}`, which the program replaces")
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
        m.lose(one(module), "changed through its `__dict__`")
        return unknown("the names of a module")
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
        return unknown(f"attribute `{name}` of {thing.reason}")
    if isinstance(thing, InstanceObject):
        return instance_attribute(m, possible, thing, name)
    if isinstance(thing, (ListObject, DictObject)):
        return one(MethodOf(possible, name))
    return unknown("not modelled")


def _of_plain(m: Machine, possible: Possible, name: str) -> Value:
    """An attribute of a number, string, tuple, array or enum member."""
    what = exported(m, possible.what)
    result = table_attribute(what, name)
    if result is not None:
        return taken(m, result)
    if isinstance(what, Instance) and not info(what.cls.name).known and what.cls.name not in m.classes:
        m.mark("AttributeError")
        return m.ask("attribute", f"{what.cls.name}.{name}")
    user = m.classes.get(what.cls.name) if isinstance(what, (Instance, Sequence)) else None
    if user is not None:
        got = member_attribute(m, user, possible, name)
        if got is not None:
            return got
    return one(MethodOf(possible, name))


@expression(ast.Subscript)
def subscript(m: Machine, node: ast.Subscript) -> Value:
    """`value[key]`."""
    value = m.eval(node.value)
    if isinstance(node.slice, ast.Slice):
        return _sliced(m, value, node.slice)
    key = m.eval(node.slice)
    found = []
    for possible in value:
        got = item(m, possible, key)
        found.append(tuple(p._replace(under=possible.under + p.under) for p in got) if possible.under else got)
    if not any(found):
        m.throw("KeyError" if any(_is_dict(m, p) for p in value) else "IndexError")
    return union(found) if any(found) else unknown("no such item")


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
    m.mark(ANY)
    if isinstance(thing, (Known, Instance, Array)):
        results = [table_subscript(exported(m, what), exported(m, k.what)) for k in key]
        return union([taken(m, r) if r is not None else unknown("an item not known") for r in results])
    return unknown("an item of something not known")


def _entry(m: Machine, table: DictObject, key: Value) -> Value:
    found: list[Value] = []
    for possible in key:
        what = key_of(m, possible)
        entry = next((e for e in table.entries if e.key == what), None)
        if entry is not None:
            found.append(entry.value)
            if not entry.sure:
                m.mark("KeyError")
        elif isinstance(what, (Unknown, Instance)):
            m.mark("KeyError")
            found.extend(e.value for e in table.entries)
            found.append(unknown("which key is not known"))
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
        if isinstance(index, int) and not thing.rest:
            if -len(thing.items) <= index < len(thing.items):
                found.append(thing.items[index])
            else:
                m.mark("IndexError")
        else:
            m.mark("IndexError")
            found.extend(thing.items)
            if thing.rest or not isinstance(what, Instance):
                found.append(unknown("which item is not known"))
    result = union(found)
    return result if len(key) == 1 and _is_index(key) else result + unknown("which item is not known") if result else ()


def _is_index(key: Value) -> bool:
    what = key[0].what
    return isinstance(what, Known) or isinstance(what, Instance) and isinstance(what.value, int)


def _instance_item(m: Machine, possible: Possible, thing: InstanceObject, key: Value) -> Value:
    method = method_named(m, thing, "__getitem__")
    if method is not None:
        return m.call(one(BoundMethod(method, possible)), (key,))
    if thing.user is not None and thing.user.special == "namedtuple":
        items = tuple(thing.fields.get(p.name, unknown("not given")) for p in thing.user.fields)
        return _indexed(m, Sequence(info("builtins.tuple"), items), key)
    return unknown("an item of an object")


def _class_item(m: Machine, cls: UserClass, key: Value) -> Value:
    """`Mode["FAST"]` of an enum; `Box[int]` of a generic class is the class."""
    if cls.special != "enum":
        return one(cls) if find(m, cls, "__class_getitem__") is None else unknown("__class_getitem__")
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
        if cut is not None and isinstance(thing, (ListObject, Sequence)) and not thing.rest:
            items = thing.items[cut]
            made = thing._replace(items=items)
            found.append(one(m.allocate(made)) if isinstance(made, ListObject) else one(made))
        elif cut is not None and isinstance(thing, Known) and isinstance(thing.value, (str, bytes)):
            found.append(one(Known(thing.value[cut])))
        elif isinstance(thing, (Known, Instance)) and (cls := class_of(thing)) and cls.name in _SLICES:
            found.append(one(Instance(cls)))
        elif isinstance(thing, ListObject):
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


@expression(ast.Slice)
def slice_(m: Machine, node: ast.Slice) -> Value:
    """A slice inside an index tuple."""
    for part in (node.lower, node.upper, node.step):
        if part is not None:
            m.eval(part)
    return one(Instance(info("builtins.slice")))
