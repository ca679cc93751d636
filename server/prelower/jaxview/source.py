"""What one module of the installed JAX defines, cut out of its text; only what is asked for is parsed."""

from __future__ import annotations

import ast
import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from prelower.jaxview.files import read_text

_PIECE = re.compile(r"^(?!else\b|elif\b|except\b|finally\b)[^\s#)\]}]", re.M)
_STAR = re.compile(r"^from\s+([\w.]+)\s+import\s+\*", re.M)
_HEADING_END = re.compile(r":[ \t]*(?=(?:#.*)?$)", re.M)
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
# Text at column 0 inside a docstring ends a piece early: so many pieces are joined until they parse.
_JOINED = 40

Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
DEFINED, IMPORTED, ASSIGNED, DEPRECATED, REMOVED = "defined", "imported", "assigned", "deprecated", "removed"


class Binding(NamedTuple):
    """How a module binds a name: `target` is the absolute dotted name it stands for where that is written."""

    kind: str
    target: str | None = None
    message: str | None = None


class Module:
    """A module's text and the names that it binds, found without parsing the whole."""

    def __init__(self, name: str, path: str, text: str) -> None:
        self.name = name
        self.path = path
        self.text = text
        self.stars = tuple(self._absolute(star, 0) for star in _STAR.findall(text)) if "import *" in text else ()
        self._starts: list[int] = []
        self._pieces: dict[int, list[ast.stmt]] = {}

    def definition(self, name: str) -> Definition | None:
        """The last top-level function or class of that name (the first ones may be overloads), parsed."""
        offset = self._defined_at(name)
        return None if offset is None else _first(self._parsed(self._piece_at(offset)), name)

    def heading(self, name: str) -> Definition | None:
        """The same definition, without the body where it is a function: enough for its parameters."""
        offset = self._defined_at(name)
        if offset is None:
            return None
        if not self.text.startswith("class", offset):
            for end in islice(_HEADING_END.finditer(self.text, offset), 3):
                if found := _first(_parse(self.text[offset : end.end()] + " ..."), name):
                    return found
        return self.definition(name)

    def binding(self, name: str) -> Binding | None:
        """How the module binds a name when it runs, or None."""
        if self._defined_at(name) is not None:
            return Binding(DEFINED)
        word = re.compile(rf"\b{re.escape(name)}\b")
        bound: Binding | None = None
        offered: Binding | None = None
        for index in dict.fromkeys(self._piece_at(match.start()) for match in word.finditer(self.text)):
            for statement in _executed(self._parsed(index)):
                if isinstance(statement, ast.Delete):
                    bound = None if name in _names(statement.targets) else bound
                else:
                    bound = self._bound(statement, name) or bound
                    offered = self._offered(statement, name) or offered
        return bound or offered

    def guesses(self, name: str) -> bool:
        """Whether the module may have a name that it does not visibly bind."""
        by_hand = "globals()" in self.text or "sys.modules[__name__]" in self.text
        return by_hand or (
            "__getattr__" in self.text and re.search(rf"[\"']{re.escape(name)}[\"']", self.text) is not None
        )

    def _defined_at(self, name: str) -> int | None:
        offset = None
        for match in re.finditer(rf"^(?:async def|def|class|type) {re.escape(name)}\b", self.text, re.M):
            offset = match.start()
        return offset

    def _piece_at(self, offset: int) -> int:
        if not self._starts:
            self._starts = [0, *(match.start() for match in _PIECE.finditer(self.text))]
        index = bisect_right(self._starts, offset) - 1
        while index and self.text[self._starts[index - 1]] == "@":
            index -= 1
        return index

    def _parsed(self, index: int) -> list[ast.stmt]:
        """The statements of the piece at an index, none where it does not parse."""
        if index not in self._pieces:
            self._pieces[index] = self._parse_from(index)
        return self._pieces[index]

    def _parse_from(self, index: int) -> list[ast.stmt]:
        starts = [*self._starts, len(self.text)]
        first = index + 1
        while first < len(self._starts) and self.text[starts[first - 1]] == "@":
            first += 1
        for end in range(first, min(first + _JOINED, len(starts))):
            if body := _parse(self.text[starts[index] : starts[end]]):
                return body
        return []

    def _bound(self, statement: ast.stmt, name: str) -> Binding | None:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return Binding(DEFINED) if statement.name == name else None
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            return self._imported(statement, name)
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            return Binding(ASSIGNED, self._dotted(statement.value)) if name in _names(targets) else None
        return Binding(ASSIGNED) if name in _names(_loop_targets(statement)) else None

    def _imported(self, statement: ast.Import | ast.ImportFrom, name: str) -> Binding | None:
        for alias in statement.names:
            if isinstance(statement, ast.ImportFrom):
                if (alias.asname or alias.name) == name:
                    return Binding(IMPORTED, f"{self._absolute(statement.module or '', statement.level)}.{alias.name}")
            elif (alias.asname or alias.name.partition(".")[0]) == name:
                return Binding(IMPORTED, alias.name if alias.asname else name)
        return None

    def _offered(self, statement: ast.stmt, name: str) -> Binding | None:
        """What a table of deprecated names, read by the module's `__getattr__`, gives for a name."""
        if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or not isinstance(statement.value, ast.Dict):
            return None
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if not any("deprecations" in target for target in _names(targets)):
            return None
        for key, value in zip(statement.value.keys, statement.value.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == name and isinstance(value, ast.Tuple):
                return self._deprecated(value)
        return None

    def _deprecated(self, entry: ast.Tuple) -> Binding | None:
        message, value = (entry.elts + [None, None])[:2] if len(entry.elts) == 2 else (None, None)
        text = message.value if isinstance(message, ast.Constant) and isinstance(message.value, str) else None
        if isinstance(value, ast.Constant) and value.value is None:
            return Binding(REMOVED, None, text)
        return Binding(DEPRECATED, self._dotted(value) if value is not None else None, text)

    def _dotted(self, node: ast.expr) -> str | None:
        """The absolute dotted name that a name or attribute stands for in this module."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        return ".".join([self.name, node.id, *reversed(parts)]) if isinstance(node, ast.Name) else None

    def _absolute(self, module: str, level: int) -> str:
        if module.startswith("."):
            level, module = len(module) - len(module.lstrip(".")), module.lstrip(".")
        if not level:
            return module
        parts = self.name.split(".")
        up = level - 1 if os.path.basename(self.path) == "__init__.py" else level
        return ".".join([*parts[: len(parts) - up], *([module] if module else [])])


def read_module(name: str, path: str) -> Module | None:
    """The module in a file, read again when its size or time of change differs."""
    try:
        stat = os.stat(path)
    except (OSError, ValueError):
        return None
    return _read(name, path, stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=128)
def _read(name: str, path: str, size: int, changed: int) -> Module | None:
    text = read_text(path)
    return None if text is None else Module(name, path, text)


def _parse(text: str) -> list[ast.stmt]:
    """The statements of a text, none where it does not parse."""
    try:
        return ast.parse(text).body
    except _UNREADABLE:
        return []


def _first(statements: list[ast.stmt], name: str) -> Definition | None:
    definitions = (
        node for node in statements if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    )
    return next((node for node in definitions if node.name == name), None)


def _executed(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that may run, also inside `if`, `try`, `with` and loops, but what only type checkers see."""
    for statement in statements:
        yield statement
        if isinstance(statement, ast.If):
            checking = ast.unparse(statement.test) if "TYPE_CHECKING" in ast.dump(statement.test) else ""
            yield from () if checking and not checking.startswith("not ") else _executed(statement.body)
            yield from () if checking.startswith("not ") else _executed(statement.orelse)
        elif isinstance(statement, (ast.Try, ast.With, ast.For, ast.While)):
            for field in ("body", "orelse", "finalbody"):
                yield from _executed(getattr(statement, field, ()))
            for handler in getattr(statement, "handlers", ()):
                yield from _executed(handler.body)


def _loop_targets(statement: ast.stmt) -> list[ast.expr]:
    if isinstance(statement, ast.For):
        return [statement.target]
    if isinstance(statement, ast.With):
        return [item.optional_vars for item in statement.items if item.optional_vars]
    return []


def _names(targets: Iterable[ast.expr]) -> set[str]:
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
