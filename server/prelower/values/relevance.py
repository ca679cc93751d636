"""What a run may skip: statements that can neither reach a watched name nor touch what one is given.

A statement matters if it names something watched, decides where the run goes (return,
raise, break ...), or binds or may change a name that a statement that matters uses.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from prelower.syntax.walking import walk
from prelower.values.aliasing import shared, touched
from prelower.values.model import Library
from prelower.values.names import identifiers, names_of

if TYPE_CHECKING:
    from prelower.values.machine import Machine
    from prelower.values.objects import Function, Scope

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LEAVING = (
    ast.Return,
    ast.Raise,
    ast.Break,
    ast.Continue,
    ast.Assert,
    ast.Yield,
    ast.YieldFrom,
    ast.Global,
    ast.Nonlocal,
)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class Part(NamedTuple):
    """A statement without the statements in it: what it uses, binds and may change."""

    node: ast.stmt
    uses: frozenset[str]
    words: frozenset[str]
    changes: frozenset[str]
    leaves: bool
    around: tuple[ast.stmt, ...]


@lru_cache(2048)
def mattering(function: ast.AST, words: frozenset[str], pure: frozenset[str]) -> frozenset[ast.stmt]:
    """The statements that matter of a function that is run for its own sake.

    A function that is called is run whole: what it returns and what it changes is seen by its caller.
    `pure` are names of modules whose functions hand out nothing of what they are given.
    """
    parts = _parts_of(function)
    aliases = _aliases(function, pure)
    wanted: set[str] = set()
    kept: set[ast.stmt] = set()
    waiting = list(parts)
    grown = True
    while grown:
        grown = False
        rest = []
        for part in waiting:
            if not _matters(part, words, wanted):
                rest.append(part)
                continue
            grown = True
            for node in (part.node, *part.around):
                kept.add(node)
            wanted |= part.uses
            for outer in part.around:
                wanted |= _header_names(outer)
        waiting = rest
        grown |= _widened(wanted, aliases)
    return frozenset(kept)


PURE = tuple(f"{name}." for name in "jax.numpy numpy math jax.lax jax.nn jax.random jax.experimental.pallas os".split())
"""Libraries whose functions hand out no list, dict or object of the program's that they are given."""


def mattered(m: Machine, function: Function) -> frozenset[ast.stmt]:
    """The statements that matter of a function, as its names are now."""
    pure = frozenset(name for name in identifiers(function.node) if _is_pure(m, function.scope, name))
    return mattering(function.node, m.words, pure)


def _is_pure(m: Machine, scope: Scope | None, name: str) -> bool:
    while scope is not None:
        value = m.state.value(scope.number, name)
        if value:
            things = [p.what for p in value]
            return all(isinstance(thing, Library) and f"{thing.name}.".startswith(PURE) for thing in things)
        scope = scope.parent
    return False


def _widened(wanted: set[str], aliases: list[tuple[frozenset[str], frozenset[str]]]) -> bool:
    """Add the names through which an object of the wanted ones may be changed; whether there were any."""
    before = len(wanted)
    for names, sources in aliases:
        if not sources.isdisjoint(wanted):
            wanted |= names
    return len(wanted) > before


@lru_cache(2048)
def _aliases(function: ast.AST, pure: frozenset[str]) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Which names share objects with which, as far as something is changed by them."""
    body = getattr(function, "body", [])
    statements = body if isinstance(body, list) else []
    used = set(touched(statements))
    pairs = [pair for node in statements for pair in shared(node, pure)]
    while _widened(used, [(sources, names) for names, sources in pairs]):
        continue  # what another name is changed by is changed by this one
    return [(names & used, sources) for names, sources in pairs if not names.isdisjoint(used)]


def _matters(part: Part, words: frozenset[str], wanted: set[str]) -> bool:
    return part.leaves or not part.words.isdisjoint(words) or not part.changes.isdisjoint(wanted)


@lru_cache(2048)
def _parts_of(function: ast.AST) -> tuple[Part, ...]:
    body = getattr(function, "body", [])
    return tuple(_parts(body, ())) if isinstance(body, list) else ()


def _parts(body: list[ast.stmt], around: tuple[ast.stmt, ...]) -> Iterator[Part]:
    for node in body:
        inner = [] if isinstance(node, _DEFINITIONS) else list(_inner(node))
        tried = any(isinstance(outer, ast.Try) or type(outer).__name__ == "TryStar" for outer in around)
        if inner:
            yield _header(node, around, tried)
            yield from _parts(inner, (*around, node))
        else:
            yield _leaf(node, around, tried)


def _inner(node: ast.stmt) -> Iterator[ast.stmt]:
    for block in _BLOCKS:
        for child in getattr(node, block, []) or []:
            if isinstance(child, ast.stmt):
                yield child
            else:
                yield from child.body


def _leaf(node: ast.stmt, around: tuple[ast.stmt, ...], tried: bool) -> Part:
    leaves = (
        tried or isinstance(node, _LEAVING) or any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in _shallow(node))
    )
    return Part(node, identifiers(node), names_of(node), changed(node), leaves, around)


def _header(node: ast.stmt, around: tuple[ast.stmt, ...], tried: bool) -> Part:
    names = _header_names(node)
    words = frozenset().union(*(names_of(e) for e in _expressions(node)))
    changes = frozenset().union(*(changed(e) for e in _expressions(node)))
    return Part(node, names, words, changes, tried, around)


@lru_cache(4096)
def _header_names(node: ast.stmt) -> frozenset[str]:
    return frozenset().union(*(identifiers(e) for e in _expressions(node)))


def _expressions(node: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a compound statement's own line: test, iterable, target, managers, patterns."""
    for field, value in ast.iter_fields(node):
        if field in ("body", "orelse", "finalbody"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.ExceptHandler):
                if child.type is not None:
                    yield child.type
            elif isinstance(child, ast.match_case):
                yield child.pattern
                if child.guard is not None:
                    yield child.guard
            elif isinstance(child, ast.AST):
                yield child


def _shallow(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, (*_DEFINITIONS, ast.Lambda)):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _shallow(child)


@lru_cache(8192)
def changed(node: ast.AST) -> frozenset[str]:
    """The names that a statement or expression binds, or whose objects it may change."""
    if isinstance(node, _DEFINITIONS):
        inside = node.body if isinstance(node, ast.ClassDef) else []
        return frozenset({node.name}).union(*map(changed, (*node.decorator_list, *inside)))
    found: set[str] = set()
    for inner in walk(node):
        if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
            found.add(inner.id)
        elif isinstance(inner, (ast.Subscript, ast.Attribute)) and not isinstance(inner.ctx, ast.Load):
            found |= _base(inner)
        elif isinstance(inner, (ast.Call, ast.Await)):
            return identifiers(node) | _stored(node)  # who knows what a call does to what it can reach
        elif isinstance(inner, (ast.Import, ast.ImportFrom)):
            found.update((a.asname or a.name.split(".")[0]) for a in inner.names)
        elif isinstance(inner, (ast.MatchAs, ast.MatchStar)) and inner.name:
            found.add(inner.name)
        elif isinstance(inner, ast.MatchMapping) and inner.rest:
            found.add(inner.rest)
    return frozenset(found)


def _base(node: ast.AST) -> set[str]:
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def _stored(node: ast.AST) -> frozenset[str]:
    """The names bound by something else than an assignment."""
    found: set[str] = set()
    for inner in walk(node):
        if isinstance(inner, (ast.MatchAs, ast.MatchStar)) and inner.name:
            found.add(inner.name)
        elif isinstance(inner, ast.MatchMapping) and inner.rest:
            found.add(inner.rest)
    return frozenset(found)
