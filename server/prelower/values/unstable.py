"""Module names that functions change: what a function finds there when it is called is not what the module left."""

from __future__ import annotations

import ast
from collections.abc import Set
from functools import lru_cache
from typing import TYPE_CHECKING

from prelower.syntax.walking import walk
from prelower.values.carried import doubt_carried
from prelower.values.classes import method_named
from prelower.values.machine import Machine, module_of
from prelower.values.model import Library, Unknown, Value
from prelower.values.mutating import changed_first, changes_parameter, is_mutator, stores_and_calls
from prelower.values.names import identifiers
from prelower.values.objects import (
    BoundMethod,
    DictObject,
    Function,
    InstanceObject,
    ListObject,
    LostObject,
    ModuleRef,
    Ref,
    UserClass,
    opened,
)
from prelower.values.possible import unknown
from prelower.values.scoping import locals_of

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

_KNOWN_BY_HEART = ("builtins.", "math.", "numpy.", "jax.", "functools.", "itertools.", "operator.", "collections.",
                   "copy.", "dataclasses.", "json.", "os.", "typing.")  # fmt: skip
"""Modules whose functions leave what they are given as it is, but for those known for the contrary."""


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
        if function.node in once and not mentioned_in_functions(m, path, function.name):
            continue
        for name, how, attribute in changes_of(m, function, used):
            _doubt(m, scope, name, how, attribute, function.name)
            doubts.append((name, how, attribute, function.name))
    m.doubts = tuple(doubts)
    m.state = m.state.child()


def doubt_changes(m: Machine, function: Function) -> None:
    """Make doubtful what calling a function may change in its module, here and now."""
    names = set(identifiers(function.node))
    scope = module_of(function.scope).number
    for name, how, attribute in changes_of(m, function, names):
        _doubt(m, scope, name, how, attribute, function.name)


def mentioned_in_functions(m: Machine, path: str, name: str) -> bool:
    """Whether a function that the module calls itself may be called again later, by one that it does not."""
    return _mentioned(m, path, name, set(), {f.node for f in m.all_entered})


def _mentioned(m: Machine, path: str, name: str, seen: set[str], once: set[ast.AST]) -> bool:
    seen.add(name)
    for other in m.defined:
        if other.unit.path != path or other.name == name or other.name in seen or name not in _inside(other.node):
            continue
        if other.node not in once or _mentioned(m, path, other.name, seen, once):
            return True
    return False


@lru_cache(8192)
def _inside(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> frozenset[str]:
    """The names that a function's own run may use: its decorators and defaults are the module's."""
    body = [node.body] if isinstance(node, ast.Lambda) else node.body
    return frozenset().union(*(identifiers(part) for part in body))


def _flat(statements: tuple[Statement, ...]) -> list[Statement]:
    found = []
    for statement in statements:
        found.append(statement)
        found.extend(_flat(statement.members or ()))
    return found


def changes_of(m: Machine, function: Function, used: set[str]) -> list[tuple[str, str, str]]:
    """The module's names that a function's body changes: rebound, an item or attribute set, a mutator called."""
    bound, outer, _ = locals_of(function.node)
    if not outer and identifiers(function.node).isdisjoint(used):
        return []
    found = [(name, "rebound", "") for name in outer if name in used]
    found += [change for change in _stored(function.node) if change[0] in used]
    for node in stores_and_calls(function.node):
        if isinstance(node, ast.Call):
            found.extend(_by_call(m, function, node, used, bound))
    return found


@lru_cache(8192)
def _stored(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> tuple[tuple[str, str, str], ...]:
    """What a function's body changes by setting an item or an attribute, whatever the name belongs to."""
    found: list[tuple[str, str, str]] = []
    for node in stores_and_calls(function):
        if isinstance(node, (ast.Subscript, ast.Attribute)):
            attribute = node.attr if isinstance(node, ast.Attribute) and not is_mutator(node) else ""
            how = "attribute" if attribute else "item"
            found.extend(_through(function, node.value, identifiers(function), locals_of(function)[0], how, attribute))
    return tuple(found)


def _through(
    function: ast.AST, base: ast.expr, used: Set[str], bound: frozenset[str], how: str, attribute: str
) -> list[tuple[str, str, str]]:
    """The module's names that a change of `base` is a change of: itself, what it is part of, what it stands for."""
    if isinstance(base, ast.Name) and base.id not in bound:
        return [(base.id, how, attribute)] if base.id in used else []
    inner, part = base, ""
    while isinstance(inner, (ast.Attribute, ast.Subscript)):
        part = inner.attr if isinstance(inner, ast.Attribute) else ""
        inner = inner.value
    if not isinstance(inner, ast.Name):
        return []
    if inner.id not in bound:
        return [(inner.id, "within", part)] if inner.id in used else []
    direct = isinstance(base, ast.Name)
    names = {n: w for n, w in _stands_for(function, inner.id).items() if n in used and n not in bound}
    names = {n: w for n, w in names.items() if not direct or w is not None}
    return [(n, how, attribute) if whole and direct else (n, "within", "") for n, whole in names.items()]


def _stands_for(function: ast.AST, name: str) -> dict[str, bool | None]:
    """The names whose values a local name may be (True), be a part of (False), or only hold in a part (None)."""
    sources = _sources(function)
    found: dict[str, bool | None] = {name: True}
    waiting = [name]
    while waiting:
        here = waiting.pop()
        for other, whole in sources.get(here, ()):
            whole = whole if found[here] is True else found[here]
            if other not in found or found[other] is not False and whole is False or found[other] is None and whole:
                found[other] = whole
                waiting.append(other)
    return found


@lru_cache(2048)
def _sources(function: ast.AST) -> dict[str, tuple[tuple[str, bool | None], ...]]:
    """By local name: the names it is assigned (True), or a part of them (False), or that a part of it is (None)."""
    found: dict[str, tuple[tuple[str, bool | None], ...]] = {}
    for node in walk(function):
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            pairs = [(node.target, node.value)]
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            pairs = [(node.target, node.iter)]
        else:
            continue
        for target, value in pairs:
            whole = isinstance(target, ast.Name) and not isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension))
            inside = isinstance(target, (ast.Attribute, ast.Subscript))
            for name in identifiers(target):
                held = tuple((n, None if inside else whole and w) for n, w in _holders(value))
                found[name] = found.get(name, ()) + held
    return found


_READERS = frozenset({"get", "setdefault", "values", "items", "pop"})
_WALKERS = frozenset({"enumerate", "zip", "reversed", "iter", "sorted", "list", "tuple", "filter"})


def _holders(value: ast.expr) -> list[tuple[str, bool]]:
    """The names whose objects an expression gives, or a part of which it gives; a copy is neither."""
    if isinstance(value, ast.Name):
        return [(value.id, True)]
    if isinstance(value, (ast.Attribute, ast.Subscript, ast.Starred)):
        return [(name, False) for name, _ in _holders(value.value)]
    if isinstance(value, ast.IfExp):
        return _holders(value.body) + _holders(value.orelse)
    if isinstance(value, (ast.BoolOp, ast.Tuple, ast.List)):
        whole = isinstance(value, ast.BoolOp)
        inner = value.values if isinstance(value, ast.BoolOp) else value.elts
        return [(name, whole and w) for each in inner for name, w in _holders(each)]
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _READERS:
        return [(name, False) for name, _ in _holders(value.func.value)]
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _WALKERS:
        return [(name, False) for each in value.args for name, _ in _holders(each)]
    return []


def _by_call(
    m: Machine, function: Function, node: ast.Call, used: set[str], bound: frozenset[str]
) -> list[tuple[str, str, str]]:
    callee, first = node.func, changed_first(node)
    if isinstance(callee, ast.Attribute):
        found = _through(function.node, first, used, bound, "item", "") if first is not None else []
        if _changes_itself(m, callee):
            found += _through(function.node, callee.value, used, bound, "attribute", "*")
        return found
    if isinstance(callee, ast.Name) and callee.id not in bound:
        if callee.id == "setattr" and len(node.args) == 3 and isinstance(node.args[0], ast.Name):
            key = node.args[1]
            attribute = key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else "*"
            return [(node.args[0].id, "attribute", attribute)]
        if first is not None:
            return _through(function.node, first, used, bound, "item", "")
        return _by_function(m, node, callee.id, used, bound)
    return []


def _changes_itself(m: Machine, callee: ast.Attribute) -> bool:
    """Whether a method of an object that the module names sets something of that object."""
    value = m.state.value(m.frame.scope.number, callee.value.id) if isinstance(callee.value, ast.Name) else None
    for possible in value or ():
        thing = m.heap(possible.what) if type(possible.what) is Ref else None
        method = method_named(m, thing, callee.attr) if isinstance(thing, InstanceObject) else None
        if method is not None and method.parameters and changes_parameter(method.node, method.parameters[0].name):
            return True
    return False


def _by_function(
    m: Machine, node: ast.Call, callee: str, used: set[str], bound: frozenset[str]
) -> list[tuple[str, str, str]]:
    """A module's dict handed to a function of the file that changes its parameter, or to one that is not known."""
    value = m.state.value(m.frame.scope.number, callee)
    function = value[0].what if value and len(value) == 1 else None
    names = [a.id if isinstance(a, ast.Name) else "" for a in node.args]
    if isinstance(function, Unknown) or isinstance(function, Library) and not function.name.startswith(_KNOWN_BY_HEART):
        return [(name, "item", "") for name in names if name in used and name not in bound]
    if not isinstance(function, Function):
        return []
    return [
        (name, "item", "")
        for name, parameter in zip(names, function.parameters)
        if name in used and name not in bound and changes_parameter(function.node, parameter.name)
    ]


def _doubt(m: Machine, scope: int, name: str, how: str, attribute: str, by: str) -> None:
    value = m.state.value(scope, name)
    if value is None:
        return
    doubt = unknown(f"`{name}` is changed by `{by}`")
    if how == "rebound":
        m.state.delta[(scope, name)] = value + doubt
        return
    if how == "within":
        _doubt_within(m, value, attribute, by)
        return
    for possible in value:
        what = possible.what
        if isinstance(what, (UserClass, ModuleRef)):
            number = what.space.number if isinstance(what, UserClass) else what.scope.number
            old = m.state.value(number, attribute)
            if old is not None:
                m.state.delta[(number, attribute)] = old + doubt
        elif isinstance(what, Function):
            doubt_carried(m, what, attribute, doubt)
        elif type(what) is Ref:
            m.store(what, _doubtful(m.heap(what), attribute, doubt))


def _doubt_within(m: Machine, value: Value, part: str, by: str) -> None:
    """Something in an object is changed, by a function called at any time."""
    for possible in value:
        what = possible.what
        if isinstance(what, (UserClass, ModuleRef)):
            inner = m.state.value(what.space.number if isinstance(what, UserClass) else what.scope.number, part)
            m.lose(inner or (), f"changed by `{by}`")
        elif not isinstance(what, (Function, BoundMethod)):
            m.lose((possible,), f"changed by `{by}`")


def _doubtful(thing: object, attribute: str, doubt) -> object:  # type: ignore[no-untyped-def]
    if isinstance(thing, DictObject):
        entries = tuple(e._replace(value=e.value + doubt, sure=False) for e in thing.entries)
        return thing._replace(entries=entries, rest=True)
    if isinstance(thing, ListObject):
        return opened(thing)
    if isinstance(thing, InstanceObject):
        fields = {n: v + doubt if attribute in (n, "*") else v for n, v in thing.fields.items()}
        return thing._replace(fields=fields, rest=True)
    return thing if isinstance(thing, LostObject) else LostObject("changed by a function")
