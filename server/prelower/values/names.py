"""Names: what one leads to, and which names a test depends on."""

from __future__ import annotations

import ast
import builtins
import re
from functools import lru_cache

from prelower.syntax.walking import walk
from prelower.values.classinfo import info
from prelower.values.machine import Machine
from prelower.values.model import BOUND, VERSION, Condition, Instance, Known, Library, Value
from prelower.values.objects import Deferred, Function, Scope
from prelower.values.possible import one, through, under, union, unknown
from prelower.values.registry import expression

BUILTINS = frozenset(dir(builtins))
STAR = "*"
"""Bound in a module whose star import is not known."""
_UNBOUND = frozenset({"NameError", "UnboundLocalError"})
_TEXT = ("__name__", "__file__", "__doc__")


@expression(ast.Name)
def name(m: Machine, node: ast.Name) -> Value:
    """The value of a name."""
    if m.guards and any(not _UNBOUND.isdisjoint(guard.catches) for guard in m.guards):
        m.mark()
    return lookup(m, node.id)


def lookup(m: Machine, wanted: str) -> Value:
    """The value of a name, seen from the current scope."""
    scope: Scope | None = m.frame.scope
    first = scope
    while scope is not None:
        skipped = (scope.kind == "class" and scope is not first) or (
            first is not None and wanted in first.outer and scope.kind != "module"
        )
        if not skipped:
            value = m.state.value(scope.number, wanted)
            if value is not None:
                return undeferred(m, value)
            if scope.kind == "function" and wanted in scope.names:
                m.mark()
                return unknown(f"`{wanted}` is not bound here")
        if scope.parent is None:
            return _beyond(m, scope, wanted)
        scope = scope.parent
    return unknown(f"`{wanted}` is not bound")


def undeferred(m: Machine, value: Value) -> Value:
    """The value with what was put off worked out."""
    if not any(type(p.what) is Deferred for p in value):
        return value
    from prelower.values.modules import resolved

    parts = [under(resolved(m, p.what), p.under) if type(p.what) is Deferred else (p,) for p in value]
    return union(parts)


def mangled(m: Machine, name: str) -> str:
    """An attribute's name as a class's own code writes it: `__limit` is `_Config__limit` in Config."""
    if not name.startswith("__") or name.endswith("__"):
        return name
    owner = m.frame.function.owner if m.frame.function is not None else m.owner
    if owner is None:
        return name
    return f"_{owner.info.name.rsplit('.', 1)[-1].lstrip('_')}{name}"


def _beyond(m: Machine, module: Scope, wanted: str) -> Value:
    if m.state.value(module.number, STAR) is not None:
        return unknown(f"`{wanted}` may come from a star import")
    if wanted in _TEXT:
        return one(Instance(info("builtins.str")))
    if f"builtins.{wanted}" in m.patched:
        return unknown(f"`{wanted}`, which the program replaces")
    if wanted in BUILTINS:
        return one(Library(f"builtins.{wanted}"))
    m.mark()
    return unknown(f"`{wanted}` is not defined in this file")


@expression(ast.NamedExpr)
def walrus(m: Machine, node: ast.NamedExpr) -> Value:
    """`name := value` binds in the function around any comprehension."""
    value = m.eval(node.value)
    scope = m.frame.scope
    while scope.kind == "comp" and scope.parent is not None:
        scope = scope.parent
    assign(m, node.target.id, value, node.value, scope)
    return value


def assign(m: Machine, target: str, value: Value, source: ast.AST, scope: Scope | None = None) -> None:
    """Bind a name to the value of an expression, and remember what it depends on."""
    scope = scope or m.scope_of(target)
    m.bind(target, through(value, m.place(source, BOUND)), scope)
    guards = not names_of(source).isdisjoint(GUARDING)
    if guards or len(value) != 1 or type(value[0].what) is not Known:
        found = depends(m, source)
        m.derived[(scope.number, target)] = found
        if guards or not m.guarding.isdisjoint(found):
            m.guarding.add(f"{scope.number}:{target}")


def note_guard(m: Machine, attribute: str, source: ast.AST) -> None:
    """Remember that an attribute of some object holds what tells versions apart."""
    if not names_of(source).isdisjoint(GUARDING) or not m.guarding.isdisjoint(depends(m, source)):
        m.guarding.add(f"self:{attribute}")


@lru_cache(16384)
def identifiers(node: ast.AST) -> frozenset[str]:
    """The identifiers of the names in a tree."""
    return frozenset(n.id for n in walk(node) if isinstance(n, ast.Name))


@lru_cache(16384)
def names_of(node: ast.AST) -> frozenset[str]:
    """All words of a tree that could lead to something: names, attributes, keywords."""
    found = set(identifiers(node))
    for inner in walk(node):
        if isinstance(inner, ast.Attribute):
            found.add(inner.attr)
        elif isinstance(inner, ast.keyword) and inner.arg:
            found.add(inner.arg)
    return frozenset(found)


def depends(m: Machine, node: ast.AST) -> frozenset[str]:
    """The variables that an expression's value hangs on, told apart by scope."""
    found: set[str] = set()
    for identifier in identifiers(node):
        scope: Scope | None = m.frame.scope
        while scope is not None:
            key = (scope.number, identifier)
            if m.state.find(key) is not None:
                found.add(f"{scope.number}:{identifier}")
                found.update(m.derived.get(key, ()))
                break
            scope = scope.parent
    return frozenset(found)


GUARDING = frozenset(
    {
        "__version__",
        "__version_info__",
        "version_info",
        "signature",
        "getfullargspec",
        "find_spec",
        "hasattr",
        "metadata",
        "dir",
        "vars",
        "globals",
        "__dict__",
        "__kwdefaults__",
        "__dataclass_fields__",
        "__annotations__",
        "__code__",
    }
)
"""Words of a value that tells versions apart."""
_GUARDS = re.compile(r"version|hasattr|platform|signature|implementation|find_spec|getattr")


@lru_cache(4096)
def _is_guard(test: ast.AST) -> bool:
    return _GUARDS.search(ast.unparse(test)) is not None


@lru_cache(2048)
def _asks(function: ast.AST) -> bool:
    """Whether a function asks which release of JAX there is, or what that has."""
    return not names_of(function).isdisjoint(GUARDING)


def condition(m: Machine, test: ast.AST, truth: bool) -> Condition:
    """The test as a condition that went this way; what guards a version is in doubt either way."""
    inside = frozenset(c.number for c in m.state.path)
    values = tuple(
        p.what
        for n in identifiers(test)
        for p in lookup(m, n)
        if isinstance(p.what, (Known, Instance)) and n not in BUILTINS
    )
    names = depends(m, test)
    asked = any(isinstance(p.what, Function) and _asks(p.what.node) for n in identifiers(test) for p in lookup(m, n))
    told = {key.partition(":")[2] for key in m.guarding}  # by the name that it has in the file it is imported from
    asked = asked or not told.isdisjoint(names_of(test))
    versions = asked or not names_of(test).isdisjoint(GUARDING) or not m.guarding.isdisjoint(names)
    number = VERSION if versions else 0 if _is_guard(test) else m.fresh()
    return Condition(m.unit.path, m.span(test), truth, names, number, inside, values[:8])
