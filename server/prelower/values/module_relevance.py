"""Which statements of a module matter: those that reach a watched name, and those that touch what such ones use."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from prelower.syntax.walking import walk
from prelower.values.relevance import changed

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def mattering_statements(statements: tuple[Statement, ...], lines: frozenset[int]) -> frozenset[int]:
    """The first lines of a module's statements that matter, given those that can reach a watched name."""
    wanted: set[str] = set()
    kept: set[int] = set()
    waiting = []
    for statement in statements:
        if not lines_of(statement).isdisjoint(lines) or _always(statement):
            kept.add(statement.line)
            wanted |= all_names(statement)
        else:
            waiting.append(statement)
    grown = True
    while grown:
        grown = False
        rest = []
        for statement in waiting:
            if changed_by(statement).isdisjoint(wanted):
                rest.append(statement)
                continue
            grown = True
            kept.add(statement.line)
            wanted |= all_names(statement)
        waiting = rest
    variables = frozenset().union(*(changed_by(s) for s in statements if s.line in kept and not defines(s)))
    kept.update(s.line for s in _using([s for s in statements if defines(s)], variables))
    return frozenset(kept)


def _using(definitions: list[Statement], variables: frozenset[str]) -> list[Statement]:
    """The definitions that use some variables, be it by what other such functions give."""
    found: list[Statement] = []
    while variables:
        new = [s for s in definitions if s not in found and not all_names(s).isdisjoint(variables)]
        found += new
        variables = frozenset(s.node.name for s in new if isinstance(s.node, ast.FunctionDef) and _gives(s.node))
    return found


@lru_cache(2048)
def _gives(function: ast.FunctionDef) -> bool:
    """Whether a function returns a thing by name, or by a part of one, and so hands out what others may change."""
    kinds = (ast.Name, ast.Attribute, ast.Subscript)
    return any(isinstance(n, (ast.Return, ast.Yield)) and isinstance(n.value, kinds) for n in walk(function))


def lines_of(statement: Statement) -> set[int]:
    """The first lines of a statement and of the members of a class."""
    found = {statement.line}
    for member in statement.members or ():
        found |= lines_of(member)
    return found


def defines(statement: Statement) -> bool:
    """Whether a statement defines a function or a class."""
    return isinstance(statement.node, _DEFINITIONS)


def _always(statement: Statement) -> bool:
    """Whether a module's statement may do more than bind names."""
    node = statement.node
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return bool(node.decorator_list) or any(_calls(d) for d in (*node.args.defaults, *node.args.kw_defaults) if d)
    if isinstance(node, ast.ClassDef):
        return bool(node.decorator_list or node.bases or node.keywords)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return not targets or not all(isinstance(t, ast.Name) for t in targets) or _calls(node)


def _calls(node: ast.AST | None) -> bool:
    return node is not None and any(isinstance(n, (ast.Call, ast.Await, ast.NamedExpr)) for n in walk(node))


def changed_by(statement: Statement) -> frozenset[str]:
    """The names that a module's statement binds or may change."""
    return changed(statement.node) if statement.node is not None else statement.names


def all_names(statement: Statement) -> frozenset[str]:
    """The identifiers in a statement, the members of a class included."""
    found = statement.names
    for member in statement.members or ():
        found = found | all_names(member)
    return found
