"""Modules that do more than define: running them late could be seen."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement
    from prelower.values.machine import Machine
    from prelower.values.world import ModuleText

_BLOCKS = (ast.If, ast.Try)


def acts(m: Machine, name: str, seen: set[str] | None = None) -> bool:
    """Whether a module of the project, or one it imports, changes something that is not its own."""
    seen = set() if seen is None else seen
    if name in seen or m.world.locate(name) is None:
        return False
    seen.add(name)
    text = m.world.load(name)
    if text is None:
        return False
    own, imports = _of(m, text)
    return own or any(acts(m, i, seen) for i in imports)


def _of(m: Machine, text: ModuleText) -> tuple[bool, list[str]]:
    if any(not words_in(statement).isdisjoint(m.words) for statement in text.statements):
        return True, []
    imports: list[str] = []
    for statement in text.statements:
        if statement.node is None or _acting(statement.node, text, imports):
            return True, []
    return False, imports


def words_in(statement: Statement) -> frozenset[str]:
    """The identifiers in a statement and its members."""
    return statement.names.union(*map(words_in, statement.members or ()))


def _acting(node: ast.stmt, text: ModuleText, imports: list[str]) -> bool:
    """Whether a statement may change another module's things; what it imports is noted."""
    if isinstance(node, ast.Import):
        imports.extend(a.name for a in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = origin(node, text.name, text.package)
        imports.append(base)
        imports.extend(f"{base}.{a.name}" for a in node.names)
    elif isinstance(node, (ast.Assign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(t, (ast.Attribute, ast.Subscript)) for t in targets)
    elif isinstance(node, _BLOCKS):
        inner = [*node.body, *node.orelse, *(s for h in getattr(node, "handlers", []) for s in h.body)]
        return any(_acting(s, text, imports) for s in inner)
    elif isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    elif isinstance(node, (ast.For, ast.While, ast.With, ast.Delete, ast.Match)):
        return True
    return False


def origin(node: ast.ImportFrom, name: str, package: bool) -> str:
    """The absolute name of the module that an import is from, in a module of this name."""
    if not node.level:
        return node.module or ""
    parts = name.split(".")
    parts = parts[: len(parts) - node.level + package]
    return ".".join([*parts, *([node.module] if node.module else [])])
