"""Forward abstract interpretation of a file: which watched calls it makes, with what."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from prelower.values.calls import call_value
from prelower.values.effects import described, doubt_effects, effects_of
from prelower.values.families import FAMILIES
from prelower.values.frames import Frame
from prelower.values.machine import Machine
from prelower.values.model import Outcome
from prelower.values.module_relevance import mattering_statements
from prelower.values.objects import ModuleRef, Scope
from prelower.values.outside import doubt_outside
from prelower.values.program import run_statements
from prelower.values.reach import reaching_lines
from prelower.values.receivers import assigned_in
from prelower.values.remembered import Reach
from prelower.values.roots import guarded, run_roots
from prelower.values.skipping import skip
from prelower.values.telling import chosen_lines
from prelower.values.told import told_elsewhere
from prelower.values.unstable import loosen
from prelower.values.world import World

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

RECURSION = 5_000
"""Frames of ours that a deep expression or a chain of calls may take."""


def interpret(
    path: str, name: str, package: bool, statements: tuple[Statement, ...], world: World, words: frozenset[str]
) -> Outcome:
    """What a file does with watched names: its module run, then each function that can reach one."""
    assert FAMILIES  # their handlers are registered
    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION))
    m, scope = _machine(world, name, package)
    lines, m.words = reaching_lines(statements, words)
    kept = mattering_statements(statements, lines)
    guarded(m, lambda: run_statements(m, path, tuple(s for s in statements if s.line in kept)))
    m.ended = m.state.dead
    if m.ended:
        m.state = (m.state.parent or m.state).child()
        m.state.dead = False
    guarded(m, lambda: loosen(m, path, statements, lines))
    guarded(m, lambda: doubt_outside(m, path, scope.number))
    reach = Reach(statements, kept)
    answered = world.answered if m.questions else None
    read = tuple((p, t) for p, t in world.read.items() if p != path)
    common = (
        path,
        reach.common,
        m.words,
        m.doubts,
        world.outside.get(path),
        world.chosen,
        m.ended,
        len(m.modules),
        answered,
        read,
        assigned_in(m, path),
    )
    guarded(m, lambda: _doubt_effects(m, path, scope.number, lambda line: (common, reach.of(line))))
    m.chosen_lines = _chosen_lines(m, name, package, statements)
    run_roots(m, path, lines, lambda line: (common, m.doubts, reach.of(line), line in m.chosen_lines))
    if m.dynamic:
        m.calls = [c._replace(quiet=c.quiet or "names are made or replaced at run time here") for c in m.calls]
    counts = {**m.counts, "steps": m.total, "calls": len(m.calls), "questions": len(m.questions)}
    texts = {p: t or "" for p, t in world.read.items()}
    return Outcome(tuple(m.calls), frozenset(m.questions), texts, counts, frozenset(m.read_fields))


def _chosen_lines(m: Machine, name: str, package: bool, statements: tuple[Statement, ...]) -> frozenset[int]:
    """The lines of the functions that a test for releases may choose, be it one of another file."""
    if not m.words:
        return frozenset()
    elsewhere = told_elsewhere(m.world, name, package, statements) if m.defined else frozenset()
    return chosen_lines(statements, elsewhere)


def _machine(world: World, name: str, package: bool) -> tuple[Machine, Scope]:
    """A machine at the beginning of a module, and the module's scope."""
    m = Machine(world)
    m.invoke = call_value
    m.lead_past = skip
    scope = Scope(m.fresh(), "module", None)
    m.frame = Frame(scope)
    m.names[scope.number] = (name, package)
    m.loading.append(name)
    m.modules[name] = ModuleRef(name, scope)
    return m, scope


def _doubt_effects(m: Machine, path: str, scope: int, depends: Callable[[int], Hashable]) -> None:
    m.clean = m.state
    m.effects = effects_of(m, path, scope, depends)
    m.clean = m.state
    doubt_effects(m, m.effects)
    m.doubts = (*m.doubts, *((text, "", "", "") for text in described(m, m.effects, scope)))
