"""Roots whose results are remembered: a function is run again only when what it can reach has changed."""

from __future__ import annotations

import ast
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple

from prelower.values.machine import Machine
from prelower.values.model import Call, Question
from prelower.values.objects import Function

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Result(NamedTuple):
    """What a root came to, and the texts of the files that it read."""

    calls: tuple[Call, ...]
    questions: frozenset[Question]
    read_fields: frozenset[tuple[int, str]]
    entered: tuple[Function, ...]
    read: tuple[tuple[str, str | None], ...]
    patched: frozenset[str]
    dynamic: bool
    steps: int


class Remembered:
    """The results of roots by what they depend on, the last ones only; `hits` is for tests."""

    def __init__(self, limit: int = 2_000) -> None:
        self.hits = 0
        self._limit = limit
        self._results: OrderedDict[Hashable, Result] = OrderedDict()

    def get(self, key: Hashable, m: Machine) -> Result | None:
        """The result that still stands: every file that it read is as it was."""
        found = self._results.get(key)
        if found is None or any(m.world.text(path) != text for path, text in found.read):
            return None
        self._results.move_to_end(key)
        self.hits += 1
        return found

    def put(self, key: Hashable, result: Result) -> None:
        """Remember a result."""
        self._results[key] = result
        while len(self._results) > self._limit:
            self._results.popitem(last=False)


class Reach:
    """Which definitions of a file each of its definitions can come to, by name."""

    def __init__(self, statements: tuple[Statement, ...], kept: frozenset[int]) -> None:
        self._by_name: dict[str, list[Statement]] = {}
        self._by_line: dict[int, Statement] = {}
        rest = []
        for statement in statements:
            if statement.line not in kept:
                continue
            if isinstance(statement.node, _DEFINITIONS):
                self._by_name.setdefault(statement.node.name, []).append(statement)
                self._note(statement, statement)
            else:
                rest.append((statement.line, statement.text))
        self.common = tuple(rest)

    def _note(self, statement: Statement, whole: Statement) -> None:
        self._by_line[statement.line] = whole
        for member in statement.members or ():
            self._note(member, whole)

    def of(self, line: int) -> Hashable:
        """Lines and texts of all definitions that the one at a line can come to, itself included."""
        first = self._by_line.get(line)
        waiting = [first] if first is not None else []
        seen: dict[int, Statement] = {}
        while waiting:
            here = waiting.pop()
            if here.line in seen:
                continue
            seen[here.line] = here
            for name in _names(here):
                waiting.extend(s for s in self._by_name.get(name, ()) if s.line not in seen)
        return tuple(sorted((s.line, text) for s in seen.values() for text in _texts(s)))


def _names(statement: Statement) -> frozenset[str]:
    found = statement.names
    for member in statement.members or ():
        found = found | _names(member)
    return found


def _texts(statement: Statement) -> list[str]:
    found = [statement.text]
    for member in statement.members or ():
        found.extend(f"{member.line - statement.line}:{text}" for text in _texts(member))
    return found


def remember(m: Machine, key: Hashable, memory: Remembered | None, work: Callable[[], None]) -> None:
    """Run a root, or take its remembered result."""
    known = memory.get(key, m) if memory is not None else None
    if known is None:
        known = _watched(m, work)
        if memory is not None:
            memory.put(key, known)
    else:
        m.counts["remembered"] = m.counts.get("remembered", 0) + 1
        m.calls.extend(known.calls)
        m.all_entered.extend(known.entered)
    m.questions |= known.questions
    m.read_fields |= known.read_fields
    m.patched |= known.patched
    m.dynamic = m.dynamic or known.dynamic


def _watched(m: Machine, work: Callable[[], None]) -> Result:
    """Run a root and note what it came to."""
    before = m.questions, m.read_fields, m.patched, m.dynamic
    calls, entered, read = len(m.calls), len(m.all_entered), set(m.world.read)
    m.questions, m.read_fields, m.patched, m.dynamic = set(), set(), set(before[2]), False
    total = m.total
    work()
    result = Result(
        tuple(m.calls[calls:]),
        frozenset(m.questions),
        frozenset(m.read_fields),
        tuple(m.all_entered[entered:]),
        tuple((p, t) for p, t in m.world.read.items() if p not in read),
        frozenset(m.patched),
        m.dynamic,
        m.total - total,
    )
    m.questions, m.read_fields, m.patched, m.dynamic = before
    return result
