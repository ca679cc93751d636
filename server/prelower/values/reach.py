"""Which statements can reach a watched name, by the words in them."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, NamedTuple

from prelower.syntax.walking import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prelower.syntax.trees import Statement

_NAMED = re.compile(r"^[ \t]*(?:async[ \t]+def|def|class)[ \t]+(\w+)", re.M)


class Row(NamedTuple):
    """A statement: the words in it, the names it binds, those of the classes around it, and its line."""

    words: frozenset[str]
    bound: tuple[str, ...]
    owners: tuple[str, ...]
    line: int


def outline(statements: tuple[Statement, ...], owners: tuple[str, ...] = ()) -> tuple[Row, ...]:
    """A row for each statement of a file; one of a class counts by itself."""
    return tuple(row for statement in statements for row in _rows(statement, owners))


def _rows(statement: Statement, owners: tuple[str, ...]) -> Iterator[Row]:
    bound = tuple(_defined(statement))
    yield Row(statement.names, bound, owners, statement.line)
    yield from outline(statement.members or (), (*owners, *bound))


def _reach(rows: tuple[Row, ...], words: frozenset[str]) -> tuple[list[Row], frozenset[str]]:
    """The rows that can lead to one of these words, and all such words."""
    reached = set(words)
    waiting, found = list(rows), []
    changed = True
    while changed:
        changed = False
        rest = []
        for row in waiting:
            if row.words.isdisjoint(reached):
                rest.append(row)
                continue
            found.append(row)
            new = {*row.bound, *row.owners} - reached
            reached |= new
            changed = changed or bool(new)
        waiting = rest
    return found, frozenset(reached)


def reaching_lines(statements: tuple[Statement, ...], words: frozenset[str]) -> tuple[frozenset[int], frozenset[str]]:
    """The lines of the statements that can lead to one of these words, and all such words."""
    rows, reached = _reach(outline(statements), words)
    return frozenset(row.line for row in rows), reached


def exported_names(rows: tuple[Row, ...], watched: frozenset[str], words: frozenset[str]) -> frozenset[str]:
    """The names that other files find in one of this outline and that lead to something watched, or to these words."""
    leading, _ = _reach(rows, watched | words)
    found = {name for row in leading for name in (row.owners[:1] or row.bound)}
    if "*" in found or "__getattr__" in found:
        found |= words
    return frozenset(name for name in found if not name.startswith("__") and name != "*")


def _defined(statement: Statement) -> list[str]:
    """The names that a statement binds; a method or class attribute counts by its own name."""
    named = _NAMED.match(statement.text)
    if named is not None:  # without a tree: that is most of a file
        return [named[1]]
    return [] if statement.node is None else list(_bound(statement.node))


def _bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement binds, or the statements in it, those of functions and classes left out."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from (a.asname or a.name.split(".")[0] for a in node.names)
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (n.id for target in targets for n in walk(target) if isinstance(n, ast.Name))
    else:
        inner = [n for n in ast.iter_child_nodes(node) if not isinstance(n, ast.expr)]
        for child in inner:
            if isinstance(child, ast.stmt):
                yield from _bound(child)
            else:  # a handler or a case
                yield from (name for s in getattr(child, "body", ()) for name in _bound(s))
