"""What only the interpreter handles: references into its memory, functions, classes, wrappers.

Outside of a run these appear as `model` values (`export` in memory.py).
"""

from __future__ import annotations

import ast
from typing import NamedTuple, TypeAlias

from prelower.values.model import ClassInfo, Entry, Library, Possible, Sequence, Value, What


class Unit(NamedTuple):
    """The piece of a file that nodes belong to: `line` and `shift` turn their positions into the file's."""

    path: str
    line: int
    shift: int = 0


class Scope(NamedTuple):
    """A namespace of the program: module, function, class or comprehension."""

    number: int
    kind: str
    parent: Scope | None
    names: frozenset[str] = frozenset()
    outer: frozenset[str] = frozenset()
    """Names declared `global`."""


class Ref(NamedTuple):
    """A mutable object, by its address in memory."""

    address: int


class Parameter(NamedTuple):
    """A parameter of a user's function: kind is positional, both, star, keyword or double."""

    name: str
    kind: str
    default: Value | None = None


class Function(NamedTuple):
    """A function or lambda of the user's."""

    name: str
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    unit: Unit
    scope: Scope
    parameters: tuple[Parameter, ...]
    owner: UserClass | None = None


class UserClass(NamedTuple):
    """A class of the user's; `space` is its namespace, `special` dataclass, enum, namedtuple, typeddict or plain."""

    info: ClassInfo
    bases: tuple[UserClass | Library, ...]
    space: Scope
    special: str
    fields: tuple[Parameter, ...] = ()
    decorated: bool = False
    """Whether it is a dataclass by its own decorator."""
    frozen: bool = False


class BoundMethod(NamedTuple):
    """A method with its first argument."""

    function: Thing
    receiver: Possible


class MethodOf(NamedTuple):
    """A built-in method of a value: `flags.update`, `"a".join`."""

    receiver: Possible
    name: str


class Partial(NamedTuple):
    """A callable with arguments already given."""

    function: Value
    positional: tuple[Value, ...] = ()
    named: Ref | None = None
    """The dict of those given by name, which the program may change."""


class Wrapped(NamedTuple):
    """A function behind a wrapper that keeps its signature (`jit`, `plain`); `static` names what is not traced."""

    kind: str
    function: Value
    static: frozenset[str] | None = frozenset()


class Property(NamedTuple):
    """A property, cached property, static or class method around a function, and a property's setter."""

    kind: str
    function: Value
    setter: Value | None = None


class Factory(NamedTuple):
    """A dataclass field's default that is made anew for each instance."""

    maker: Value


class WatchedResult(NamedTuple):
    """The callable that a watched call gave; calling it is a watched call too."""

    target: str
    callee: str
    number: int


class ModuleRef(NamedTuple):
    """A module of the project."""

    name: str
    scope: Scope


class NamesOf(NamedTuple):
    """The dict of a module's names: `globals()`, `vars(module)`."""

    module: ModuleRef


class Deferred(NamedTuple):
    """A module of the project, or a name in it, that is run when it is first needed."""

    module: str
    name: str | None = None


class SuperOf(NamedTuple):
    """`super()` in a method of a class."""

    cls: UserClass
    receiver: Possible


Thing: TypeAlias = (
    What
    | Factory
    | Ref
    | Function
    | UserClass
    | BoundMethod
    | MethodOf
    | Partial
    | Wrapped
    | Property
    | WatchedResult
    | ModuleRef
    | SuperOf
    | NamesOf
    | Deferred
)

INSIDE = 16
"""So many objects are kept in mind of a list whose items are not known."""


class ListObject(NamedTuple):
    """A list, set, deque or generator in memory."""

    cls: ClassInfo
    items: tuple[Value, ...]
    rest: bool = False
    inside: tuple[Value, ...] = ()
    """Objects that may be among the items that are not known."""


def opened(thing: ListObject) -> ListObject:
    """A list of which nothing is known but which objects may be in it."""
    held = [v for v in (*thing.items, *thing.inside) if any(isinstance(p.what, (Ref, Sequence)) for p in v)]
    return ListObject(thing.cls, (), True, tuple(held[-INSIDE:]))


class DictObject(NamedTuple):
    """A dict in memory; `factory` is defaultdict's."""

    cls: ClassInfo
    entries: tuple[Entry, ...]
    rest: bool = False
    factory: Value | None = None
    of: Ref | None = None
    """The object whose `__dict__` it is."""


class InstanceObject(NamedTuple):
    """An object with fields; `rest` says that others may be set, `call` which watched call made it."""

    cls: ClassInfo
    user: UserClass | None
    fields: dict[str, Value]
    rest: bool = False
    call: int | None = None


class LostObject(NamedTuple):
    """An object that something unknown has had its hands on."""

    reason: str


HeapObject: TypeAlias = ListObject | DictObject | InstanceObject | LostObject


def contents(thing: object) -> tuple[Value, ...]:
    """The values in an object in memory."""
    if isinstance(thing, ListObject):
        return (*thing.items, *thing.inside)
    if isinstance(thing, DictObject):
        return tuple(entry.value for entry in thing.entries)
    return tuple(thing.fields.values()) if isinstance(thing, InstanceObject) else ()


def references(value: Value) -> list[Ref]:
    """The references among the possibilities of a value."""
    things: list[Thing] = [possible.what for possible in value]
    return [thing for thing in things if isinstance(thing, Ref)]
