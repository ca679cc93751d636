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
CHANGERS = (
    frozenset(
        "setitem delitem iadd iconcat ior iand ixor isub imul shuffle heappush heappop heapify heapreplace heappushpop "
        "insort insort_left insort_right setattr delattr".split()
    )
    | MUTATORS
)
"""Functions that change what they are given first, also a list's or dict's methods called by their class."""
_SETTERS = MUTATORS | {"setattr", "delattr", "__setattr__", "setitem", "delitem"}


@lru_cache(8192)
def stores_and_calls(function: ast.AST) -> tuple[ast.AST, ...]:
    """The stores to attributes and items, the calls, and the methods that change something, in a function."""
    return tuple(n for n in walk(function) if isinstance(n, ast.Call) or _is_store(n) or is_mutator(n))


def _is_store(node: ast.AST) -> bool:
    return isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load)


def is_mutator(node: ast.AST) -> bool:
    """Whether a node is the method of something that changes it, called or handed on: `held.append`."""
    return isinstance(node, ast.Attribute) and node.attr in MUTATORS and isinstance(node.ctx, ast.Load)


def root_of(node: ast.AST) -> ast.AST:
    """The expression that a chain of attributes, items and stars begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node


@lru_cache(8192)
def changes_parameter(function: ast.AST, name: str) -> bool:
    """Whether a function's body changes the object that a parameter holds, or something inside it."""
    for node in stores_and_calls(function):
        changed = changed_first(node) if isinstance(node, ast.Call) else node
        base = root_of(changed) if changed is not None else None
        if isinstance(base, ast.Name) and base.id == name:
            return True
    return False


def changed_first(call: ast.Call) -> ast.expr | None:
    """The first argument, where what is called is known for changing it."""
    return call.args[0] if call.args and _word(call.func) in CHANGERS else None


@lru_cache(8192)
def changes_nothing(function: ast.AST) -> bool:
    """Whether a function changes nothing around it as far as its own code shows."""
    outer = any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in walk(function))
    return not outer and all(
        isinstance(node, ast.Call) and _word(node.func) not in _SETTERS for node in stores_and_calls(function)
    )


def _word(callee: ast.expr) -> str:
    return callee.attr if isinstance(callee, ast.Attribute) else callee.id if isinstance(callee, ast.Name) else ""
