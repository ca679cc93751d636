"""What the functions of an imported module change in it: found by running them, or by their words once much was run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from prelower.syntax.walking import walk
from prelower.values.effects import doubt_effects, effects_of
from prelower.values.mutating import MUTATORS, root_of
from prelower.values.names import identifiers
from prelower.values.objects import references
from prelower.values.possible import unknown

if TYPE_CHECKING:
    from prelower.values.machine import Machine

STEPS = 12_000
"""Steps that the functions of all imported modules together may take to see what they change."""


def doubt_imported(m: Machine, path: str, scope: int) -> None:
    """Doubt what the functions of a module that was just imported may change in it."""
    if m.import_steps > STEPS:
        _doubt_words(m, path, scope)
        return
    before = m.total
    doubt_effects(m, effects_of(m, path, scope))
    m.import_steps += m.total - before


def _doubt_words(m: Machine, path: str, scope: int) -> None:
    """Doubt each name of the module that a function of it gives a value, or stores something in."""
    nodes = [f.node for f in m.defined if f.unit.path == path]
    rebound, changed = (frozenset().union(*(each(n) for n in nodes)) for each in (rebound_names, changed_names))
    for name in m.visible(scope):
        value = m.state.value(scope, name) or ()
        if name in rebound or (name in changed and any(references(value))):
            doubt = unknown(f"`{name}` is changed by a function of its module")
            m.state.delta[(scope, name)] = (*value, *doubt)


@lru_cache(4096)
def rebound_names(function: ast.AST) -> frozenset[str]:
    """The names outside a function that its code may give a value."""
    kinds = (ast.Global, ast.Nonlocal)
    return frozenset(name for node in walk(function) if isinstance(node, kinds) for name in node.names)


@lru_cache(4096)
def changed_names(function: ast.AST) -> frozenset[str]:
    """The names whose objects a function's code may change, by its words; a name of its own may stand for any."""
    changed = frozenset(root.id for root in map(root_of, _changed(function)) if isinstance(root, ast.Name))
    return identifiers(function) if changed & _assigned(function) else changed


def _assigned(function: ast.AST) -> frozenset[str]:
    """The names that a function's code gives a value."""
    names = (node for node in walk(function) if isinstance(node, ast.Name))
    return frozenset(node.id for node in names if not isinstance(node.ctx, ast.Load))


def _changed(function: ast.AST) -> Iterator[ast.AST]:
    for node in walk(function):
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            yield node
        elif isinstance(node, ast.AugAssign):
            yield node.target
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
                yield node.func
            yield from (*node.args, *(k.value for k in node.keywords))
