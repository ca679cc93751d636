"""Roots whose results are remembered: a function is run again only when what it can reach has changed."""

from __future__ import annotations

import ast
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, NamedTuple

from prelower.syntax.walking import walk
from prelower.values.machine import Machine
from prelower.values.model import Call, Question
from prelower.values.objects import Function
from prelower.values.program import defined_name

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Result(NamedTuple):
    """What a root came to, and the texts of the files that it read."""

    calls: tuple[Call, ...]
    questions: frozenset[Question]
    read_fields: frozenset[tuple[int, str]]
    skipped: frozenset[str | ast.AST]
    entered: tuple[Function, ...]
    read: tuple[tuple[str, str | None], ...]
    patched: frozenset[str]
    dynamic: bool
    steps: int
    answered: int


class Remembered:
    """The results of roots by what they depend on, the last ones only; `hits` is for tests."""

    def __init__(self, limit: int = 2_000) -> None:
        self.hits = 0
        self._limit = limit
        self._results: OrderedDict[Hashable, Result] = OrderedDict()
        self._numbers: dict[Hashable, int] = {}
        self._harmless: OrderedDict[Hashable, None] = OrderedDict()

    def note_harmless(self, key: Hashable) -> None:
        """Remember that a function changes nothing of its module's."""
        self._harmless[key] = None
        while len(self._harmless) > 4 * self._limit:
            self._harmless.popitem(last=False)

    def is_harmless(self, key: Hashable) -> bool:
        """Whether a function is known to change nothing of its module's."""
        return key in self._harmless

    def number(self, call: Hashable, fresh: int) -> int:
        """The number of a call of the module, the same in each run: results of earlier runs name it."""
        return self._numbers.setdefault(call, fresh)

    def get(self, key: Hashable, m: Machine) -> Result | None:
        """The result that still stands: every file that it read is as it was."""
        found = self._results.get(key)
        if found is None or (found.questions and found.answered != m.world.answered):
            return None
        if any(m.world.text(path) != text for path, text in found.read):
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
        rest: list[Statement] = []
        for statement in statements:
            if statement.line not in kept:
                continue
            name = defined_name(statement)
            if name is None:
                rest.append(statement)
            else:
                self._by_name.setdefault(name, []).append(statement)
                self._note(statement, statement)
                if _runs(statement):
                    rest.append(statement)
        self._said: dict[int, tuple[str, ...]] = {}
        self._closures: dict[int, Hashable] = {}
        self._next: dict[int, list[Statement]] = {}
        self.common = self._closure(rest)

    def _note(self, statement: Statement, whole: Statement) -> None:
        self._by_line[statement.line] = whole
        for member in statement.members or ():
            self._note(member, whole)

    def of(self, line: int) -> Hashable:
        """Lines and texts of all definitions that the one at a line can come to, itself included."""
        first = self._by_line.get(line)
        if first is None:
            return ()
        if first.line not in self._closures:
            self._closures[first.line] = self._closure([first])
        return self._closures[first.line]

    def _leads_to(self, statement: Statement) -> list[Statement]:
        if statement.line not in self._next:
            names = () if _registers(statement) else _names(statement)
            self._next[statement.line] = [s for name in names for s in self._by_name.get(name, ())]
        return self._next[statement.line]

    def _closure(self, waiting: list[Statement]) -> Hashable:
        seen: dict[int, Statement] = {}
        while waiting:
            here = waiting.pop()
            if here.line in seen:
                continue
            seen[here.line] = here
            waiting.extend(s for s in self._leads_to(here) if s.line not in seen)
        return tuple((line, self._text(seen[line])) for line in sorted(seen))

    def _text(self, statement: Statement) -> tuple[str, ...]:
        if statement.line not in self._said:
            self._said[statement.line] = tuple(_texts(statement))
        return self._said[statement.line]


def _runs(statement: Statement) -> bool:
    """Whether a definition does more, when it is run, than bind its name."""
    node = statement.node
    if isinstance(node, ast.ClassDef):
        inner = (m for m in statement.members or () if not isinstance(m.node, (ast.FunctionDef, ast.AsyncFunctionDef)))
        return bool(node.decorator_list or node.bases or node.keywords or any(_calls(m.node) for m in inner))
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        given = [d for d in (*node.args.defaults, *node.args.kw_defaults) if d is not None]
        return any(_calls(d) for d in given) or not all(_plain(d) for d in node.decorator_list)
    return False


def _registers(statement: Statement) -> bool:
    """Whether a statement only hands functions to JAX: `f.defvjp(forward, backward)`, `mlir.register_lowering(...)`."""
    call = statement.node.value if isinstance(statement.node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    return call.func.attr.startswith("def") or call.func.attr.startswith("register_")


def _plain(decorator: ast.expr) -> bool:
    """Whether a decorator is one of JAX or of functools, which keep what they are given to themselves."""
    return ast.unparse(decorator).startswith(("jax.", "functools."))


def _calls(node: ast.AST | None) -> bool:
    return node is None or any(isinstance(n, ast.Call) for n in walk(node))


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


def remember(m: Machine, key: Hashable, path: str, work: Callable[[], None]) -> None:
    """Run a root of a file, or take its remembered result."""
    memory = m.world.remembered
    known = memory.get(key, m) if memory is not None else None
    if known is None:
        known = _watched(m, path, work)
        if memory is not None:
            memory.put(key, known)
    else:
        m.counts["remembered"] = m.counts.get("remembered", 0) + 1
        m.calls.extend(known.calls)
        m.all_entered.extend(known.entered)
    m.questions |= known.questions
    m.read_fields |= known.read_fields
    m.skipped |= known.skipped
    m.patched |= known.patched
    m.dynamic = m.dynamic or known.dynamic


def _watched(m: Machine, path: str, work: Callable[[], None]) -> Result:
    """Run a root and note what it came to; it may use whatever files the run has read by then.

    Of its own file it depends on the parts in its key.
    """
    before = m.questions, m.read_fields, m.skipped, m.patched, m.dynamic
    calls, entered = len(m.calls), len(m.all_entered)
    m.questions, m.read_fields, m.skipped, m.patched, m.dynamic = set(), set(), set(), set(m.patched), False
    total = m.total
    work()
    result = Result(
        tuple(m.calls[calls:]),
        frozenset(m.questions),
        frozenset(m.read_fields),
        frozenset(m.skipped),
        tuple(m.all_entered[entered:]),
        tuple((p, t) for p, t in m.world.read.items() if p != path),
        frozenset(m.patched),
        m.dynamic,
        m.total - total,
        m.world.answered,
    )
    m.questions, m.read_fields, m.skipped, m.patched, m.dynamic = before
    return result
