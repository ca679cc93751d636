"""What is not modelled is not skipped: every other kind of node makes the names it binds unknown."""

from __future__ import annotations

import ast

from prelower.syntax.walking import walk
from prelower.values.machine import Machine
from prelower.values.model import Value
from prelower.values.possible import unknown
from prelower.values.registry import EXPRESSIONS, STATEMENTS


def _havoc_statement(m: Machine, node: ast.AST) -> None:
    for inner in walk(node):
        if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
            m.bind(inner.id, unknown(f"bound by {type(node).__name__}, which is not modelled"))
        elif isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            m.bind(inner.name, unknown(f"defined in {type(node).__name__}, which is not modelled"))
    m.mark()


def _havoc_expression(m: Machine, node: ast.AST) -> Value:
    m.mark()
    return unknown(f"{type(node).__name__} is not modelled")


def _kinds(base: type[ast.AST]) -> list[type[ast.AST]]:
    found = []
    for kind in base.__subclasses__():
        found.append(kind)
        found.extend(_kinds(kind))
    return found


def havoc_kinds() -> frozenset[type[ast.AST]]:
    """The node classes that no family handles."""
    handled = {k for k, h in {**STATEMENTS, **EXPRESSIONS}.items() if h not in (_havoc_statement, _havoc_expression)}
    return frozenset(k for k in (*_kinds(ast.stmt), *_kinds(ast.expr)) if k not in handled)


def install() -> None:
    """Give each node class that no family handles its havoc."""
    for kind in _kinds(ast.stmt):
        STATEMENTS.setdefault(kind, _havoc_statement)
    for kind in _kinds(ast.expr):
        EXPRESSIONS.setdefault(kind, _havoc_expression)
