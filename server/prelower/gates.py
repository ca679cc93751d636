"""Under which tests the files of a project import one of its modules: it may be meant for other releases of JAX."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator

from prelower.imports import Import, imports_of, stem
from prelower.syntax.trees import Statement, TreeCache, parse
from prelower.syntax.walking import walk
from prelower.values.telling import GUARD, chosen_lines

OPEN, TRIED, TESTED = 0, 1, 2
"""A module is imported as it is; only where its import may fail; only where a test for a release allows it."""
STEPS = 8
"""Importers of importers are followed that far."""
Told = Callable[[str, str], frozenset[str]]
_TESTS = (ast.If, ast.IfExp, ast.Match)


class Gates:
    """Remembers how files import each other; `wants` gives the stems that an import of a file may mean."""

    def __init__(
        self, text: Callable[[str], str], cache: TreeCache, wants: Callable[[str, Import], Iterable[str]]
    ) -> None:
        self._text = text
        self._cache = cache
        self._wants = wants
        self._known: dict[tuple[str, str, int, frozenset[str]], int] = {}

    def gate(self, path: str, importers: Callable[[str], Iterable[str]], told: Told, steps: int = STEPS) -> int:
        """The weakest test under which files import a module; none where nobody imports it.

        `importers` gives the files that import a stem, `told` the names of a file that hold what others found out.
        """
        least = TESTED
        found = sorted(set(importers(stem(path))) - {path})
        for importer in found:
            gate = self._of(importer, stem(path), told)
            if gate < TESTED and steps and self.gate(importer, importers, told, steps - 1) == TESTED:
                gate = TESTED
            least = min(least, gate)
            if least == OPEN:
                break
        return least if found else OPEN

    def _of(self, path: str, place: str, told: Told) -> int:
        """How a file imports the module of a stem."""
        text = self._text(path)
        elsewhere = told(path, text)
        key = (path, place, hash(text), elsewhere)
        if key not in self._known:
            asks = elsewhere or GUARD.search(text)
            self._known[key] = self._found(path, place, text, elsewhere) if asks else OPEN
        return self._known[key]

    def _found(self, path: str, place: str, text: str, elsewhere: frozenset[str]) -> int:
        statements = parse(text, self._cache)
        chosen = chosen_lines(statements, elsewhere)

        def means(text: str) -> bool:
            return any(place in self._wants(path, item) for item in imports_of(text))

        gates = [_gate(s, chosen, means) for s in _flat(statements) if means(s.text)]
        return min((gate for gate in gates if gate is not None), default=TESTED)


def _flat(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    for statement in statements:
        yield statement
        yield from _flat(statement.members or ())


def _gate(statement: Statement, chosen: frozenset[int], means: Callable[[str], bool]) -> int | None:
    """How a statement imports what it means; None where it does so for type checkers only."""
    node = statement.node
    if isinstance(node, ast.If) and re.search(r"\bTYPE_CHECKING\b", ast.unparse(node.test)):
        return None
    if node is None or statement.line not in chosen:
        return OPEN
    inner = walk(node)
    tried = any(means(ast.unparse(s)) for n in inner if isinstance(n, ast.Try) for s in n.body)
    return TRIED if tried and not any(isinstance(n, _TESTS) for n in inner) else TESTED
