"""Definitions: functions with their decorators, classes with their bases and members."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from prelower.values.attrs_classes import field_method, makes_field
from prelower.values.classes import PLAIN_BASES, derive, find
from prelower.values.classinfo import info
from prelower.values.derived import is_plainly_decorated
from prelower.values.fields import finished, is_unhashed
from prelower.values.frames import Frame
from prelower.values.functions import make_function
from prelower.values.given import Given
from prelower.values.hooks import HOOK, call_hook, is_followed
from prelower.values.machine import Machine, module_of
from prelower.values.model import Argument, ClassInfo, Known, Library, Value
from prelower.values.names import GUARDING, names_of
from prelower.values.objects import (
    DictObject,
    Function,
    ListObject,
    Property,
    Ref,
    Scope,
    Unit,
    UserClass,
)
from prelower.values.possible import one, unknown
from prelower.values.registry import statement

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

_ENUMS = ("enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag")
_STRUCTURES = ("ctypes.Structure", "ctypes.Union")
_VALUES = ("builtins.int", "builtins.float", "builtins.str", "builtins.bytes")
_CONTAINERS = ("builtins.dict", "builtins.list", "collections.OrderedDict", "collections.UserDict")
DATACLASS = frozenset(
    {"dataclasses.dataclass", "attr.s", "attr.dataclass", "attr.define", "attr.frozen", "attrs.define", "attrs.frozen",
     "attrs.mutable", "attr.attrs", "flax.struct.dataclass", "chex.dataclass", "jax_dataclasses.pytree_dataclass"}
)  # fmt: skip
KEEPING_CLASS = frozenset(
    {"functools.total_ordering", "typing.final", "typing.runtime_checkable", "jax.tree_util.register_pytree_node_class",
     "jax.tree_util.register_dataclass", "enum.unique", "jax.tree_util.register_static"}
)  # fmt: skip


@statement(ast.FunctionDef, ast.AsyncFunctionDef)
def function(m: Machine, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """`def name(...): ...` with its decorators applied from the inside out."""
    decorators = [() if makes_field(d) else m.eval(d) for d in node.decorator_list]
    made = make_function(m, node, m.owner)
    m.defined.append(made)
    value: Value = one(made)
    for decorator_node, decorator in zip(reversed(node.decorator_list), reversed(decorators)):
        value = decorated(m, decorator_node, decorator, value)
    m.bind(node.name, value)
    if not names_of(node).isdisjoint(GUARDING):
        m.guarding.add(f"{m.frame.scope.number}:{node.name}")


def decorated(m: Machine, node: ast.expr, decorator: Value, value: Value) -> Value:
    """What a decorator makes of a function or class."""
    if makes_field(node):
        return field_method(m, node, value)
    if isinstance(node, ast.Attribute) and node.attr in ("setter", "getter", "deleter"):
        return _with_setter(m, node, value)
    if len(decorator) == 1 and _keeps(m, node, decorator):
        return value
    place = m.place(node, "argument")
    made = m.invoke(m, decorator, Given((Argument(value, place),), {}, site=place))
    return made or unknown("a decorator that raises")


def _with_setter(m: Machine, node: ast.Attribute, value: Value) -> Value:
    """`@name.setter`: the property that was there, which now sets through this function."""
    old = m.eval(node.value)
    what = old[0].what if len(old) == 1 else None
    if node.attr == "setter" and isinstance(what, Property):
        return one(what._replace(setter=value))
    return unknown("a property made anew")


def _keeps(m: Machine, node: ast.expr, decorator: Value) -> bool:
    """Registrations such as `@primitive.def_abstract_eval` and pytest's marks leave what they decorate as it is."""
    text = ast.unparse(node)
    return "pytest." in text or (isinstance(node, ast.Attribute) and node.attr in ("def_abstract_eval", "def_impl"))


@statement(ast.ClassDef)
def class_(m: Machine, node: ast.ClassDef) -> None:
    """`class Name(Base): ...`."""
    define_class(m, node, None)


def define_class(m: Machine, node: ast.ClassDef, members: tuple[Statement, ...] | None) -> None:
    """Make a class and bind its name; `members` are the statements of a class that was split."""
    bases = [_base(m, b) for b in node.bases]
    module_unit = m.unit
    space = Scope(m.fresh(), "class", m.frame.scope)
    name = _qualified(m, node.name)
    infos = [_info_of(b) for b in bases]
    cls_info = derive(name, bases, infos)
    kept = tuple(b for b in bases if b is not None)
    special = _special(m, node, kept, cls_info)
    decorated = any(_is_dataclass(m, d) for d in node.decorator_list)
    if special == "watched" and decorated and not is_plainly_decorated(m, node):
        special = "lost"
    if getattr(node, "type_params", ()):  # class Box[T]: as Python has it, derived from Generic
        kept = (*kept, Library("typing.Generic"))
    cls = UserClass(cls_info, kept, space, special, (), decorated, _is_frozen(node, kept))
    _run_members(m, cls, node, members)
    m.unit = module_unit
    cls = finished(m, cls, node)
    if is_unhashed(m, cls, node):
        cls = cls._replace(info=cls.info._replace(hashed=False))
    m.classes[name] = cls
    call_hook(m, cls, node)
    value: Value = one(cls)
    for decorator in reversed(node.decorator_list):
        value = _class_decorated(m, decorator, value, cls)
    m.bind(node.name, value)


def _qualified(m: Machine, name: str) -> str:
    module = m.names.get(module_of(m.frame.scope).number, ("__main__", False))[0]
    if m.owner is not None:
        return f"{m.owner.info.name}.{name}"
    if m.frame.function is not None:
        return f"{module}.{m.frame.function.name}.<locals>.{name}"
    return f"{module}.{name}"


def _base(m: Machine, node: ast.expr) -> UserClass | Library | None:
    """A base that is followed, or None where it is not known."""
    if isinstance(node, ast.Starred):
        return None
    value = m.eval(node.value if isinstance(node, ast.Subscript) and _generic(m, node) else node)
    what = value[0].what if len(value) == 1 else None
    if isinstance(what, UserClass):
        return what
    if isinstance(what, Known) or type(what) is Ref and isinstance(m.heap(what), (ListObject, DictObject)):
        m.throw("TypeError")
    return what if isinstance(what, Library) else _namedtuple_base(what)


def _generic(m: Machine, node: ast.Subscript) -> bool:
    value = m.eval(node.value)
    return len(value) == 1 and isinstance(value[0].what, (Library, UserClass))


def _namedtuple_base(what: object) -> UserClass | None:
    return what if isinstance(what, UserClass) else None


_FOLLOWED = (*PLAIN_BASES, *_ENUMS, *_VALUES, *_CONTAINERS, "typing.NamedTuple", "typing.TypedDict", "builtins.tuple")


def _info_of(base: UserClass | Library | None) -> ClassInfo:
    if isinstance(base, UserClass):
        return base.info
    if base is None:
        return ClassInfo("unknown", (), False)
    known = info(base.name)
    return known if known.known or base.name not in _FOLLOWED else ClassInfo(base.name, (base.name,))


def _special(m: Machine, node: ast.ClassDef, bases: tuple[UserClass | Library, ...], cls: ClassInfo) -> str:
    metaclass = [k for k in node.keywords if k.arg == "metaclass"]
    plain_meta = all(m.eval(k.value)[0].what == Library("abc.ABCMeta") for k in metaclass)
    others = [k for k in node.keywords if k.arg not in ("metaclass", "total", "frozen")]
    watched = any(_is_watched(m, b) for b in bases)
    hooked = any(isinstance(b, UserClass) and find(m, b, HOOK) for b in bases)
    if not (cls.known or watched) or not plain_meta or others and not hooked or len(bases) != len(node.bases):
        return "lost"
    if any(isinstance(b, UserClass) and not is_followed(find(m, b, HOOK)) for b in bases):
        return "lost"
    names = [b.name if isinstance(b, Library) else b.special for b in bases]
    if watched:
        return "watched"
    if any(n in _STRUCTURES or n == "structure" for n in names):
        return "structure"
    if any(n in _ENUMS or n == "enum" for n in names):
        return "enum"
    if "typing.NamedTuple" in names:
        return "namedtuple"
    if "typing.TypedDict" in names or "typeddict" in names:
        return "typeddict"
    if any(_is_dataclass(m, d) for d in node.decorator_list) or "dataclass" in names:
        return "dataclass"
    if any(n in _CONTAINERS or n == "container" for n in names):
        return "container"
    if any(n in _VALUES or n == "value" for n in names):
        return "value"
    if "namedtuple" in names:
        return "namedtuple"
    if any(
        isinstance(b, Library) and b.name not in PLAIN_BASES or isinstance(b, UserClass) and b.special == "lost"
        for b in bases
    ):
        return "lost"
    return "plain"


def _is_watched(m: Machine, base: UserClass | Library) -> bool:
    """Whether a base is something watched, or derives from it."""
    return base.special == "watched" if isinstance(base, UserClass) else m.world.library.watched(base.name) is not None


def _is_frozen(node: ast.ClassDef, bases: tuple[UserClass | Library, ...]) -> bool:
    """Whether setting a field of an instance raises."""
    if any(isinstance(b, UserClass) and b.frozen for b in bases):
        return True
    if any(isinstance(b, Library) and b.name == "typing.NamedTuple" for b in bases):
        return True
    return any(
        isinstance(d, ast.Call)
        and any(k.arg == "frozen" and bool(getattr(k.value, "value", False)) for k in d.keywords)
        or getattr(d, "attr", getattr(d, "id", "")) == "frozen"
        for d in node.decorator_list
    )


def _is_dataclass(m: Machine, node: ast.expr) -> bool:
    callee = node.func if isinstance(node, ast.Call) else node
    value = m.eval(callee)
    what = value[0].what if len(value) == 1 else None
    return isinstance(what, Library) and what.name in DATACLASS


def _run_members(m: Machine, cls: UserClass, node: ast.ClassDef, members: tuple[Statement, ...] | None) -> None:
    from prelower.values.program import run_statement

    frame, owner, unit = m.frame, m.owner, m.unit
    m.frame, m.owner = Frame(cls.space, frame.function), cls
    try:
        if members is None:
            m.run(node.body)
        else:
            for member in members:
                m.counts["statements"] += 1
                m.unit = Unit(unit.path, member.line, member.column_shift)
                run_statement(m, member)
    finally:
        m.frame, m.owner, m.unit = frame, owner, unit
    for name in (n for inner in node.body if isinstance(inner, (ast.Nonlocal, ast.Global)) for n in inner.names):
        scope = cls.space.parent
        while scope is not None:
            if m.state.value(scope.number, name) is not None:
                m.bind(name, unknown("bound in the body of a class"), scope)
            scope = scope.parent


def _class_decorated(m: Machine, node: ast.expr, value: Value, cls: UserClass) -> Value:
    if _is_dataclass(m, node):
        return value
    decorator = m.eval(node)
    what = decorator[0].what if len(decorator) == 1 else None
    callee = m.eval(node.func)[0].what if isinstance(node, ast.Call) else what
    if isinstance(callee, Library) and callee.name in KEEPING_CLASS:
        return value
    if isinstance(what, Function):
        return decorated(m, node, decorator, value)
    if isinstance(what, Known):
        m.throw("TypeError")
    m.mark()
    return unknown(f"`{cls.info.name}`, made by a decorator that is not followed")
