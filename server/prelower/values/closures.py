"""What a function changes in the functions around it: names that it declares `nonlocal`, objects that they hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from prelower.syntax.walking import walk
from prelower.values.objects import Function, Scope
from prelower.values.possible import unknown

if TYPE_CHECKING:
    from prelower.values.machine import Machine


def doubt_enclosing(m: Machine, function: Function) -> None:
    """Make doubtful what calling a function once more may change in the functions around it."""
    from prelower.values.unstable import changes_of

    rebound = _nonlocals(function.node)
    used = {name for scope in _around(function) for name in scope.names}
    changed = {name for name, _, _ in changes_of(m, function, used)} if used else set()
    for name in sorted(rebound | changed):
        for scope in _around(function):
            value = m.state.value(scope.number, name) if name in scope.names else None
            if value is None:
                continue
            reason = f"changed by `{function.name}`"
            if name in rebound:
                m.state.delta[(scope.number, name)] = (*value, *unknown(f"`{name}` is {reason}"))
            m.lose(value, reason)
            break


def _around(function: Function) -> Iterator[Scope]:
    scope: Scope | None = function.scope
    while scope is not None:
        if scope.kind == "function":
            yield scope
        scope = scope.parent


@lru_cache(2048)
def _nonlocals(node: ast.AST) -> frozenset[str]:
    return frozenset(name for inner in walk(node) if isinstance(inner, ast.Nonlocal) for name in inner.names)
