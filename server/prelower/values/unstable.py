"""Module names that functions change: what a function finds there when it is called is not what the module left."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from prelower.values.lists import LISTS, SETS
from prelower.values.machine import Machine, module_of
from prelower.values.methods import DICTS
from prelower.values.names import identifiers
from prelower.values.objects import (
    DictObject,
    Function,
    InstanceObject,
    ListObject,
    LostObject,
    ModuleRef,
    Ref,
    UserClass,
)
from prelower.values.possible import unknown
from prelower.values.scoping import locals_of

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

MUTATORS = (frozenset(DICTS) | frozenset(LISTS) | frozenset(SETS) | {"sort", "popitem", "appendleft"}) - {
    "get", "keys", "values", "items", "copy",
}  # fmt: skip


def loosen(m: Machine, path: str, statements: tuple[Statement, ...], lines: frozenset[int]) -> None:
    """Make doubtful what any function of the file changes in the module's names."""
    used: set[str] = set()
    for statement in _flat(statements):
        if statement.line in lines:
            used |= statement.names
    scope = m.frame.scope.number
    doubts = []
    once = {f.node for f in m.all_entered}
    for function in [f for f in m.defined if f.unit.path == path]:
        if function.node in once and not _mentioned_in_functions(m, path, function.name):
            continue
        for name, how, attribute in _changes(m, function, used):
            _doubt(m, scope, name, how, attribute, function.name)
            doubts.append((name, how, attribute, function.name))
    m.doubts = tuple(doubts)
    m.state = m.state.child()


def doubt_changes(m: Machine, function: Function) -> None:
    """Make doubtful what calling a function may change in its module, here and now."""
    names = set(identifiers(function.node))
    scope = module_of(function.scope).number
    for name, how, attribute in _changes(m, function, names):
        _doubt(m, scope, name, how, attribute, function.name)


def _mentioned_in_functions(m: Machine, path: str, name: str, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a function that the module calls itself may be called again later, by one that it does not."""
    once = {f.node for f in m.all_entered}
    for other in m.defined:
        if other.unit.path != path or other.name == name or other.name in seen or name not in identifiers(other.node):
            continue
        if other.node not in once or _mentioned_in_functions(m, path, other.name, seen | {name}):
            return True
    return False


def _flat(statements: tuple[Statement, ...]) -> list[Statement]:
    found = []
    for statement in statements:
        found.append(statement)
        found.extend(_flat(statement.members or ()))
    return found


def _changes(m: Machine, function: Function, used: set[str]) -> list[tuple[str, str, str]]:
    """The module's names that a function's body changes: rebound, an item or attribute set, a mutator called."""
    bound, outer, _ = locals_of(function.node)
    found: list[tuple[str, str, str]] = [(name, "rebound", "") for name in outer if name in used]
    for node in _changing(function.node):
        if isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
            base = node.value
            if isinstance(base, ast.Name) and base.id in used and base.id not in bound:
                attribute = node.attr if isinstance(node, ast.Attribute) else ""
                found.append((base.id, "attribute" if attribute else "item", attribute))
        elif isinstance(node, ast.Call):
            found.extend(_by_call(m, node, used, bound))
    return found


@lru_cache(2048)
def _changing(node: ast.AST) -> tuple[ast.AST, ...]:
    """The stores and calls in a function."""
    return tuple(
        n
        for n in ast.walk(node)
        if isinstance(n, ast.Call) or isinstance(n, (ast.Subscript, ast.Attribute)) and not isinstance(n.ctx, ast.Load)
    )


def _by_call(m: Machine, node: ast.Call, used: set[str], bound: frozenset[str]) -> list[tuple[str, str, str]]:
    callee = node.func
    if isinstance(callee, ast.Attribute) and isinstance(callee.value, ast.Name) and callee.attr in MUTATORS:
        name = callee.value.id
        return [(name, "item", "")] if name in used and name not in bound else []
    if isinstance(callee, ast.Name) and callee.id not in bound:
        if callee.id == "setattr" and len(node.args) == 3 and isinstance(node.args[0], ast.Name):
            key = node.args[1]
            attribute = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else "*"
            return [(node.args[0].id, "attribute", attribute)]
        return _by_function(m, node, callee.id, used, bound)
    return []


def _by_function(
    m: Machine, node: ast.Call, callee: str, used: set[str], bound: frozenset[str]
) -> list[tuple[str, str, str]]:
    """A module's dict handed to a function of the file that changes its parameter."""
    value = m.state.value(m.frame.scope.number, callee)
    function = value[0].what if value and len(value) == 1 else None
    if not isinstance(function, Function):
        return []
    names = [a.id if isinstance(a, ast.Name) else "" for a in node.args]
    return [
        (name, "item", "")
        for name, parameter in zip(names, function.parameters)
        if name in used and name not in bound and changes_parameter(function.node, parameter.name)
    ]


@lru_cache(4096)
def changes_parameter(function: ast.AST, name: str) -> bool:
    """Whether a function's body changes the object that a parameter holds."""
    for node in _changing(function):
        base = node.value if isinstance(node, (ast.Subscript, ast.Attribute)) else None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            base = node.func.value
        if isinstance(base, ast.Name) and base.id == name:
            return True
    return False


def _doubt(m: Machine, scope: int, name: str, how: str, attribute: str, by: str) -> None:
    value = m.state.value(scope, name)
    if value is None:
        return
    doubt = unknown(f"`{name}` is changed by `{by}`")
    if how == "rebound":
        m.state.delta[(scope, name)] = value + doubt
        return
    for possible in value:
        what = possible.what
        if isinstance(what, (UserClass, ModuleRef)):
            number = what.space.number if isinstance(what, UserClass) else what.scope.number
            old = m.state.value(number, attribute)
            if old is not None:
                m.state.delta[(number, attribute)] = old + doubt
        elif type(what) is Ref:
            m.store(what, _doubtful(m.heap(what), attribute, doubt))


def _doubtful(thing: object, attribute: str, doubt) -> object:  # type: ignore[no-untyped-def]
    if isinstance(thing, DictObject):
        return thing._replace(entries=tuple(e._replace(value=e.value + doubt) for e in thing.entries), rest=True)
    if isinstance(thing, ListObject):
        return thing._replace(items=(), rest=True)
    if isinstance(thing, InstanceObject):
        fields = {n: v + doubt if attribute in (n, "*") else v for n, v in thing.fields.items()}
        return thing._replace(fields=fields, rest=True)
    return thing if isinstance(thing, LostObject) else LostObject("changed by a function")
