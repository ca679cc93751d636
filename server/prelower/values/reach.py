"""Which statements can reach a watched name, by the words in them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prelower.syntax.trees import Statement


def reaching_lines(statements: tuple[Statement, ...], words: frozenset[str]) -> tuple[frozenset[int], frozenset[str]]:
    """The lines of the statements that can lead to one of these words, and all such words.

    A statement of a class counts by itself.
    """
    reached = set(words)
    owners = _owners(statements)
    waiting = list(_flat(statements))
    lines: set[int] = set()
    changed = True
    while changed:
        changed = False
        rest = []
        for statement in waiting:
            if statement.names.isdisjoint(reached):
                rest.append(statement)
                continue
            lines.add(statement.line)
            new = {*_defined(statement), *owners.get(statement.line, ())} - reached
            reached |= new
            changed = changed or bool(new)
        waiting = rest
    return frozenset(lines), frozenset(reached)


def leading_names(statements: tuple[Statement, ...], words: frozenset[str]) -> frozenset[str]:
    """The names that a file binds and that lead to one of these words."""
    lines, reached = reaching_lines(statements, words)
    own = {s.node.name for s in _flat(statements) if s.line in lines and isinstance(s.node, _FUNCTIONS)}
    return (reached - words) | own  # a function may have the name of what it leads to


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _owners(statements: tuple[Statement, ...], above: tuple[str, ...] = ()) -> dict[int, tuple[str, ...]]:
    """By line of a class's member: the names of the classes it belongs to, which lead to it."""
    found: dict[int, tuple[str, ...]] = {}
    for statement in statements:
        if statement.members is not None:
            names = (*above, *_defined(statement))
            for member in statement.members:
                found[member.line] = names
            found.update(_owners(statement.members, names))
    return found


def _flat(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    for statement in statements:
        yield statement
        if statement.members is not None:
            yield from _flat(statement.members)


def _defined(statement: Statement) -> list[str]:
    """The names that a statement binds; a method or class attribute counts by its own name."""
    node = statement.node
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [a.asname or a.name.split(".")[0] for a in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]
