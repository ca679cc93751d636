"""Which names a statement lets share an object: what is changed by one of them is changed for all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from prelower.syntax.walking import walk
from prelower.values.names import identifiers

_PLAIN = frozenset(
    "len int float str bool abs round range print isinstance issubclass repr hash ord chr divmod pow type id callable"
    " hasattr".split()
)
"""Builtins that hand out nothing of what they are given."""
_FRESH = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Constant, ast.JoinedStr)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def touched(nodes: Iterator[ast.AST] | list[ast.AST]) -> frozenset[str]:
    """The names through which an object may be changed there, or which are called or handed to a call."""
    found: set[str] = set()
    for node in nodes:
        for inner in walk(node):
            if isinstance(inner, (ast.Subscript, ast.Attribute)) and not isinstance(inner.ctx, ast.Load):
                found |= identifiers(inner.value)
            elif isinstance(inner, ast.AugAssign):
                found |= identifiers(inner.target)
            elif isinstance(inner, (ast.Call, ast.Await, ast.withitem, ast.For, ast.AsyncFor)):
                found |= identifiers(inner)
            elif isinstance(inner, (*_FUNCTIONS, ast.ClassDef)) and inner.decorator_list:
                found.add(inner.name)
    return frozenset(found)


def shared(node: ast.AST, pure: frozenset[str]) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Names that may come to hold an object, each with the names that hold it before.

    `pure` are modules whose functions hand out nothing of what they are given: `jnp`.
    """
    return [(names, sources) for names, sources in _pairs(node, pure) if names and sources]


@lru_cache(8192)
def _pairs(node: ast.AST, pure: frozenset[str]) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    found = []
    for inner in walk(node):
        if isinstance(inner, (*_FUNCTIONS, ast.ClassDef)):
            found.append((frozenset({inner.name}), identifiers(inner) - pure))
        for targets, value in _bound(inner):
            found.append((frozenset().union(*map(identifiers, targets)), _given(value, pure)))
        if isinstance(inner, ast.Call) and not _is_pure(inner, pure):
            names = _given(inner, pure)
            found.append((names, names))
    return tuple(found)


def _bound(node: ast.AST) -> Iterator[tuple[list[ast.expr], ast.expr]]:
    """What is assigned there: the targets and the value."""
    if isinstance(node, ast.Assign):
        yield node.targets, node.value
    elif isinstance(node, (ast.AnnAssign, ast.NamedExpr, ast.AugAssign)) and node.value is not None:
        yield [node.target], node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield [node.target], node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield [node.optional_vars], node.context_expr
    elif isinstance(node, ast.Match):
        for case in node.cases:
            names = [inner for inner in walk(case.pattern) if isinstance(inner, (ast.MatchAs, ast.MatchStar))]
            yield [ast.Name(inner.name, ast.Store()) for inner in names if inner.name], node.subject


def _given(value: ast.AST, pure: frozenset[str]) -> frozenset[str]:
    """The names whose objects a value is, holds, or may change."""
    if isinstance(value, _FRESH):
        return frozenset()
    if isinstance(value, ast.Call) and _is_pure(value, pure):
        return frozenset()
    return identifiers(value) - pure


def _is_pure(call: ast.Call, pure: frozenset[str]) -> bool:
    callee: ast.AST = call.func
    if isinstance(callee, ast.Name):
        return callee.id in _PLAIN
    while isinstance(callee, ast.Attribute):
        callee = callee.value
    return isinstance(callee, ast.Name) and callee.id in pure
