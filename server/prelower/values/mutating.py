"""What a function's code stores and calls, and which of these change what they are done to."""

from __future__ import annotations

import ast
from functools import lru_cache

from prelower.syntax.walking import walk
from prelower.values.lists import LISTS, SETS
from prelower.values.methods import DICTS

MUTATORS = (frozenset(DICTS) | frozenset(LISTS) | frozenset(SETS) | {"sort", "popitem", "appendleft"}) - {
    "get", "keys", "values", "items", "copy",
}  # fmt: skip
"""Methods that change the list, set or dict that they are called on."""
_SETTERS = MUTATORS | {"setattr", "delattr", "__setattr__", "setitem", "delitem"}


@lru_cache(8192)
def stores_and_calls(function: ast.AST) -> tuple[ast.AST, ...]:
    """The stores to attributes and items, and the calls, in a function."""
    return tuple(n for n in walk(function) if isinstance(n, ast.Call) or _is_store(n))


def _is_store(node: ast.AST) -> bool:
    return isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load)


def root_of(node: ast.AST) -> ast.AST:
    """The expression that a chain of attributes, items and stars begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node


@lru_cache(8192)
def changes_parameter(function: ast.AST, name: str) -> bool:
    """Whether a function's body changes the object that a parameter holds, or something inside it."""
    for node in stores_and_calls(function):
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS):
            continue
        base = root_of(node.func if isinstance(node, ast.Call) else node)
        if isinstance(base, ast.Name) and base.id == name:
            return True
    return False


@lru_cache(8192)
def changes_nothing(function: ast.AST) -> bool:
    """Whether a function changes nothing around it as far as its own code shows."""
    outer = any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in walk(function))
    return not outer and all(
        isinstance(node, ast.Call) and _word(node.func) not in _SETTERS for node in stores_and_calls(function)
    )


def _word(callee: ast.expr) -> str:
    return callee.attr if isinstance(callee, ast.Attribute) else callee.id if isinstance(callee, ast.Name) else ""
