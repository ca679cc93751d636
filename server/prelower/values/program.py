"""A file's statements in order: whole chunks, classes by their members, broken chunks as havoc."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from prelower.values.machine import Machine
from prelower.values.objects import Unit
from prelower.values.possible import unknown

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

_NAME = re.compile(r"[^\W\d]\w*")
_DEFINES = re.compile(r"\s*(?:@[^\n]*\n\s*)*(?:async\s+def|def|class)\s+([^\W\d]\w*)")


def run_statements(m: Machine, path: str, statements: tuple[Statement, ...]) -> None:
    """Run a module's statements."""
    for statement in statements:
        if m.state.dead:
            return
        m.counts["statements"] += 1
        m.unit = Unit(path, statement.line, statement.column_shift)
        run_statement(m, statement)


def run_statement(m: Machine, statement: Statement) -> None:
    """Run one statement of a module or class."""
    m.half_typed.update(statement.half_typed)
    if statement.node is None:
        lose_names(m, statement.text)
    elif statement.members is not None and isinstance(statement.node, ast.ClassDef):
        from prelower.values.definitions import define_class

        define_class(m, statement.node, statement.members)
    else:
        m.do(statement.node)


def defined_name(statement: Statement) -> str | None:
    """The name of the function or class that a statement defines, be it half-typed."""
    node = statement.node
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.name
    defined = _DEFINES.match(statement.text) if node is None else None
    return defined.group(1) if defined else None


def lose_names(m: Machine, text: str) -> None:
    """What a chunk that does not parse may bind is not known: the name it defines, else every word in it."""
    defined = _DEFINES.match(text)
    words = _NAME.findall(text)
    m.half_typed.update(words)
    names = [defined.group(1)] if defined else words
    for name in dict.fromkeys(names):
        if defined or m.state.value(m.frame.scope.number, name) is not None:
            m.bind(name, unknown(f"`{name}`: this part of the file does not parse"))
