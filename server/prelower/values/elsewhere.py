"""What a function changes that was given to something unknown, which may call it: found by running it."""

from __future__ import annotations

import ast

from prelower.syntax.walking import walk
from prelower.values.effects import Run, changes, doubt_change
from prelower.values.machine import Machine
from prelower.values.mutating import stores_and_calls
from prelower.values.objects import BoundMethod, Function

MOST = 60
"""More functions than that are not run in one file."""


def doubt_called(m: Machine, what: Function | BoundMethod) -> None:
    """Make doubtful what a call of the function would change, of what there is now."""
    function = what.function if isinstance(what, BoundMethod) else what
    if not isinstance(function, Function) or not _may_change(function.node) or m.tried_elsewhere >= MOST:
        return
    m.tried_elsewhere += 1
    base, guards, authors = m.state, m.guards, m.authors
    m.guards = []
    receiver = (what.receiver,) if isinstance(what, BoundMethod) and function.parameters else None
    changed = changes(m, base, Run(function, receiver))
    m.state, m.guards, m.authors = base.child(), guards, authors
    for key, after in changed:
        doubt_change(m, base, key, after, function.name)


def _may_change(node: ast.AST) -> bool:
    kinds = (ast.Global, ast.Nonlocal, ast.AugAssign)
    return bool(stores_and_calls(node)) or any(isinstance(n, kinds) for n in walk(node))
