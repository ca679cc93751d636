"""What a function leaves behind once it has returned: not its own names, which nobody can read any more."""

from __future__ import annotations

import ast
from functools import lru_cache

from prelower.syntax.walking import walk
from prelower.values.names import identifiers

_KEEPING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


@lru_cache(4096)
def read_later(function: ast.AST) -> frozenset[str]:
    """The names of a function's own that the functions and classes made in it may read or bind once it has returned."""
    nodes = walk(function)
    inner = [node for node in nodes if isinstance(node, _KEEPING) and node is not function]
    outer = [name for node in nodes if isinstance(node, ast.Nonlocal) for name in node.names]
    return frozenset(outer).union(*map(identifiers, inner))
