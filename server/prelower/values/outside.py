"""What other files of the project set in a module: a name is not what the module alone makes it.

A file can be read without those that import it, and then looks broken where one of these mends it: a subclass has
the attribute otherwise, `ops.LIMIT = 2**25` replaces a constant, `setattr(ops, "budget", whole)` a function.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from prelower.syntax.walking import walk
from prelower.values.machine import Machine
from prelower.values.model import Known, Value
from prelower.values.mutating import MUTATORS
from prelower.values.objects import DictObject, InstanceObject, UserClass, references
from prelower.values.possible import unknown
from prelower.values.world import FOREIGN

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

_SETTING = frozenset({"setattr", "delattr", "setitem", "patch", "object", "multiple", "dict"})
"""The last names of calls that replace what a string among their arguments names."""
_LIBRARIES = FOREIGN | frozenset(sys.stdlib_module_names)
_OWN = ("self", "cls")


class Changes(NamedTuple):
    """What files may set in a module that they import: names given another value, names whose objects are changed.

    `used` are the names by which they may call its functions: those calls say what its parameters are given.
    """

    rebound: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    used: frozenset[str] = frozenset()

    def __or__(self, other: object) -> Changes:
        """What either file may set."""
        assert isinstance(other, Changes)
        return Changes(self.rebound | other.rebound, self.changed | other.changed, self.used | other.used)


def changes_of(statements: tuple[Statement, ...]) -> Changes:
    """What a file may set in modules that it imports."""
    flat = list(_flat(statements, None))
    nodes = [node for statement, _ in flat if (node := statement.node) is not None]
    imported = {name for node in nodes for name in _imported(node)}
    heirs = _heirs(nodes, imported)
    rebound: set[str] = set()
    changed: set[str] = set()
    for statement, owner in flat:
        if statement.node is not None:
            _note(statement.node, owner in heirs, heirs, rebound, changed)
    return Changes(frozenset(rebound), frozenset(changed))


def _flat(statements: tuple[Statement, ...], owner: str | None) -> Iterator[tuple[Statement, str | None]]:
    """All statements, members of classes too, with the name of the class they are in."""
    for statement in statements:
        yield statement, owner
        if statement.members:
            name = statement.node.name if isinstance(statement.node, ast.ClassDef) else None
            yield from _flat(statement.members, name)


def _imported(node: ast.AST) -> Iterator[str]:
    """The names that a statement imports from what may be the project's."""
    for inner in walk(node):
        if isinstance(inner, ast.ImportFrom) and (inner.level or _first(inner.module) not in _LIBRARIES):
            yield from (alias.asname or alias.name for alias in inner.names)
        elif isinstance(inner, ast.Import):
            named = [alias for alias in inner.names if _first(alias.name) not in _LIBRARIES]
            yield from (alias.asname or _first(alias.name) for alias in named)


def _first(dotted: str | None) -> str:
    return (dotted or "").partition(".")[0]


def _heirs(nodes: list[ast.stmt], imported: set[str]) -> set[str]:
    """The classes of a file that derive from something imported."""
    found: set[str] = set()
    classes = [inner for node in nodes for inner in walk(node) if isinstance(inner, ast.ClassDef)]
    for _ in range(4):
        for each in classes:
            if any(_root(base) in imported | found for base in each.bases):
                found.add(each.name)
    return found


def _root(node: ast.AST) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _note(node: ast.AST, inherits: bool, heirs: set[str], rebound: set[str], changed: set[str]) -> None:
    """Note what a statement sets; `inherits`: it stands in a class that derives from something imported."""
    if inherits:
        rebound.update(_bound(node))
    for inner in _inside(node):
        if isinstance(inner, ast.ClassDef) and inner is not node:
            _note_class(inner, heirs, rebound, changed)
        elif isinstance(inner, ast.Attribute) and not isinstance(inner.ctx, ast.Load):
            if inherits or _root(inner) not in _OWN:
                rebound.add(inner.attr)
        elif isinstance(inner, ast.Subscript) and not isinstance(inner.ctx, ast.Load):
            rebound.update(_texts([inner.slice]))
            changed.update(_last(inner.value))
        elif isinstance(inner, ast.Call):
            _note_call(inner, rebound, changed)


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all in it, classes within it as a whole."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield child
        else:
            yield from _inside(child)


def _note_class(node: ast.ClassDef, heirs: set[str], rebound: set[str], changed: set[str]) -> None:
    for statement in node.body:
        _note(statement, node.name in heirs, heirs, rebound, changed)


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that a statement of a class's body binds."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
        return
    for inner in walk(node):
        if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
            yield inner.id
        elif isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield inner.name


def _note_call(node: ast.Call, rebound: set[str], changed: set[str]) -> None:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in _SETTING:
        rebound.update(text.rpartition(".")[2] for text in _texts(node.args))
        rebound.update(k.arg for k in node.keywords if k.arg)
    if name in ("setitem", "dict"):
        changed.update(*(_last(each) for each in node.args[:1]))
    if name == "type" and len(node.args) == 3:
        rebound.update(_keys(node.args[2]))
    if isinstance(node.func, ast.Attribute) and name in MUTATORS:
        changed.update(_last(node.func.value))
        rebound.update(k.arg for k in node.keywords if k.arg)
        rebound.update(*(_keys(each) for each in node.args))


def _texts(nodes: list[ast.expr]) -> Iterator[str]:
    return (n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str))


def _keys(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Dict):
        yield from _texts([key for key in node.keys if key is not None])
    elif isinstance(node, ast.Call):
        yield from (k.arg for k in node.keywords if k.arg)


def _last(node: ast.expr) -> tuple[str, ...]:
    """The last name of what is changed: `CONFIG` of `ops.CONFIG["limit"]`."""
    if isinstance(node, ast.Subscript):
        return _last(node.value)
    if isinstance(node, ast.Attribute):
        return (node.attr,)
    return (node.id,) if isinstance(node, ast.Name) else ()


# -- what that means for a module


def doubt_outside(m: Machine, path: str, scope: int) -> None:
    """Doubt what other files set in a module that has been run."""
    changes = m.world.outside.get(path)
    if changes is None:
        return
    m.state = m.state.child()
    for name in m.visible(scope):
        value = m.state.value(scope, name) or ()
        _doubt_inside(m, value, changes)
        if name in changes.rebound:
            m.state.delta[(scope, name)] = value + unknown(f"`{name}` is set in another file")
        if name in changes.changed:
            m.lose(value, "changed in another file")
    prefix = f"{m.names[scope][0]}."
    for cls in list(m.classes.values()):
        if cls.info.name.startswith(prefix):
            _doubt_class(m, cls, changes)


def _doubt_class(m: Machine, cls: UserClass, changes: Changes) -> None:
    for name in changes.rebound.intersection(m.visible(cls.space.number)):
        value = m.state.value(cls.space.number, name) or ()
        m.state.delta[(cls.space.number, name)] = value + unknown(f"`{name}` is set in another file")


def _doubt_inside(m: Machine, value: Value, changes: Changes) -> None:
    """The fields and items of a module's objects that another file may set."""
    doubt = unknown("set in another file")
    for ref in references(value):
        thing = m.heap(ref)
        if isinstance(thing, InstanceObject) and thing.call is None and not changes.rebound.isdisjoint(thing.fields):
            fields = {n: v + doubt if n in changes.rebound else v for n, v in thing.fields.items()}
            m.store(ref, thing._replace(fields=fields, rest=True))
        elif isinstance(thing, DictObject):
            named = {Known(name) for name in changes.rebound}
            entries = tuple(e._replace(value=e.value + doubt) if e.key in named else e for e in thing.entries)
            if entries != thing.entries:
                m.store(ref, thing._replace(entries=entries, rest=True))
