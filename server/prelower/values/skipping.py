"""Functions that this release of JAX does not run: decided tests lead past every place that mentions them.

Nobody calls such a function, so it is run for its own sake; what it does is for the releases for which the tests go the
other way. Which names were led past is noted on the way, and once all has run it is worked out whom that leaves alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from prelower.values.machine import Machine
from prelower.values.model import Value
from prelower.values.names import identifiers, names_of
from prelower.values.objects import BoundMethod, Function, Scope, Thing

REASON = "decided tests lead past all that mentions it"
ITEMS = 64
"""Of larger containers it is not noted which functions were not taken out of them."""


class Root(NamedTuple):
    """A function that was run for its own sake, with where its calls, and what it entered, begin and end."""

    function: Function
    calls: tuple[int, int]
    entered: tuple[int, int]


def skip(m: Machine, nodes: Sequence[ast.AST]) -> None:
    """Note what a decided test leads past: the names there, and the functions that local ones stand for."""
    for node in nodes:
        m.skipped |= names_of(node)
        if m.frame.function is not None:
            for name in identifiers(node):
                m.skipped |= _functions(_seen(m, name))


def skip_items(m: Machine, values: Iterable[Value], taken: Value) -> None:
    """Note the functions of a container that were not taken out of it."""
    others = frozenset().union(*map(_functions, values))
    m.skipped |= others - _functions(taken)


def _seen(m: Machine, name: str) -> Value:
    """What a name of a function around stands for; nothing for those of the module."""
    scope: Scope | None = m.frame.scope
    while scope is not None and scope.parent is not None:
        value = m.state.value(scope.number, name)
        if value is not None:
            return value
        scope = scope.parent
    return ()


def _functions(value: Value) -> frozenset[ast.AST]:
    things: list[Thing] = [p.what for p in value]
    inner = [t.function if isinstance(t, BoundMethod) else t for t in things]
    return frozenset(t.node for t in inner if isinstance(t, Function))


def leave_alone(m: Machine, roots: Sequence[Root]) -> set[ast.AST]:
    """The functions that this release does not run, and those that only such ones call; their calls are marked."""
    before = roots[0].entered[0] if roots else 0
    called = {f.node for f in m.all_entered[:before]}
    by: list[tuple[Root, set[ast.AST]]] = [
        (root, {f.node for f in m.all_entered[slice(*root.entered)]}) for root in roots
    ]
    alone: set[ast.AST] = set()
    while True:
        new = {r.function.node for r in roots if r.function.node not in alone | called and _is_alone(m, r, by, alone)}
        if not new:
            break
        alone |= new
    for root in roots:
        if root.function.node in alone:
            _mark(m, range(*root.calls))
    return alone


def _is_alone(m: Machine, root: Root, by: list[tuple[Root, set[ast.AST]]], alone: set[ast.AST]) -> bool:
    node = root.function.node
    callers = {other.function.node for other, entered in by if node in entered} - {node}
    return callers <= alone if callers else not m.skipped.isdisjoint((node, root.function.name))


def _mark(m: Machine, calls: range) -> None:
    for index in calls:
        call = m.calls[index]
        quiet = call.quiet or (REASON if call.target.startswith("name.") else None)
        m.calls[index] = call._replace(chosen=True, quiet=quiet)
