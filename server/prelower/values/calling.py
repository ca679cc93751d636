"""What a function calls outside the project, where all of it can be seen."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TypeAlias

from prelower.syntax.walking import walk
from prelower.values.machine import Machine
from prelower.values.model import Known, Library, Unknown
from prelower.values.names import STAR, undeferred
from prelower.values.objects import Function, Scope, Thing

DEEPEST = 6
"""So far are the project's own functions followed."""
_ARRAY = frozenset(
    "shape dtype ndim size at T astype sum max min mean prod reshape transpose set add multiply divide get dot "
    "squeeze any all clip ravel flatten swapaxes".split()
)
"""Attributes of arrays and references to them: nothing of the user's runs where one is used."""
_BUILTINS = frozenset(
    "abs bool enumerate float int len list max min pow range reversed round slice sum tuple zip".split()
)
_NOT_FOLLOWED = (
    ast.ClassDef,
    ast.AsyncFunctionDef,
    ast.Import,
    ast.ImportFrom,
    ast.With,
    ast.AsyncWith,
    ast.Await,
    ast.Yield,
    ast.YieldFrom,
    ast.Global,
    ast.Nonlocal,
)
Chain: TypeAlias = tuple[str, tuple[str, ...]]


def outside_calls(m: Machine, function: Function, depth: int = DEEPEST) -> frozenset[str] | None:
    """The dotted names outside the project that a function uses; None where something it uses is not known."""
    names = _names(function.node)
    if names is None or not depth or function.owner is not None or any(p.default for p in function.parameters):
        return None
    found: set[str] = set()
    for first, rest in names:
        what = _only(m, function.scope, first)
        if isinstance(what, Library):
            found.add(".".join((what.name, *rest)))
        elif isinstance(what, Function) and not rest and what.node is not function.node:
            inner = outside_calls(m, what, depth - 1)
            if inner is None:
                return None
            found |= inner
        elif not isinstance(what, Known) and not (what is None and first in _BUILTINS and not rest):
            return None
    return frozenset(found)


def _only(m: Machine, scope: Scope | None, name: str) -> Thing | None:
    """What a name is, seen from a scope, where it can be one thing only; None where no scope has it."""
    while scope is not None:
        value = m.state.value(scope.number, name) if scope.kind != "class" else None
        if value is not None:
            value = undeferred(m, value)
            return value[0].what if len(value) == 1 else Unknown("one of several")
        if STAR in scope.names or name in scope.names and scope.kind == "function":
            return Unknown(f"`{name}` is not bound here")
        scope = scope.parent
    return None


@lru_cache(512)
def _names(node: ast.AST) -> frozenset[Chain] | None:
    """The names from around a function that it uses, each with the attributes behind it; None where more may run."""
    reader = _Reader(node)
    for child in ast.iter_child_nodes(node):
        reader.visit(child)
    return None if reader.more else frozenset(reader.found)


class _Reader(ast.NodeVisitor):
    """Goes through a function's body; `more` says that something runs that is not named."""

    def __init__(self, node: ast.AST) -> None:
        every = list(walk(node))
        self.found: set[Chain] = set()
        self.defined = {n.name for n in every if isinstance(n, ast.FunctionDef) and n is not node}
        self.own = {n.arg for n in every if isinstance(n, ast.arg)}
        self.own |= {n.id for n in every if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        unseen = any(isinstance(n, _NOT_FOLLOWED) for n in every) or bool(getattr(node, "decorator_list", None))
        self.more = unseen or not self.own.isdisjoint(self.defined)

    def visit_Name(self, node: ast.Name) -> None:
        """A name from around."""
        if isinstance(node.ctx, ast.Load) and node.id not in self.own | self.defined:
            self.found.add((node.id, ()))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """An attribute of a name from around, or of an array."""
        chain = _chain(node)
        if chain is not None and chain[0] not in self.own | self.defined:
            self.found.add(chain)
            return
        self.more = self.more or node.attr not in _ARRAY
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        """A call: what the function was given, or made itself, may be anything."""
        named = isinstance(node.func, ast.Name) and node.func.id not in self.own
        self.more = self.more or not (named or isinstance(node.func, ast.Attribute))
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function inside, which its decorators may call."""
        self.more = self.more or any(isinstance(d, ast.Name) and d.id in self.own for d in node.decorator_list)
        self.generic_visit(node)


def _chain(node: ast.expr) -> Chain | None:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (node.id, tuple(reversed(parts))) if isinstance(node, ast.Name) else None
