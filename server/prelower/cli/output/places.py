"""Where findings are, as a user counts: rows and columns from 1, columns in code points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from prelower.cli.report import Report
from prelower.text.lines import Lines
from prelower.text.source import Unreadable, read_source
from prelower.text.span import Span


class Place(NamedTuple):
    """A range in a file, from 1, the end exclusive."""

    filename: str
    row: int
    column: int
    end_row: int
    end_column: int


class Places:
    """Converts spans of the checked files, and of the files that findings point to."""

    def __init__(self, reports: Sequence[Report], display: Callable[[str], str]) -> None:
        self._names = {report.source.path: report.name for report in reports}
        self._lines: dict[str, Lines | None] = {report.source.path: report.source.lines for report in reports}
        self._display = display

    def place(self, path: str, span: Span) -> Place:
        """A span as a user counts it."""
        name = self._names.get(path) or self._display(path)
        row, column = self._point(path, span.line, span.column)
        return Place(name, row, column, *self._point(path, span.end_line, span.end_column))

    def line(self, path: str, line: int) -> str:
        """The text of a line, counted from 0; empty where the file cannot be read."""
        lines = self.lines(path)
        return lines.line(line) if lines else ""

    def lines(self, path: str) -> Lines | None:
        """The lines of a file, read when it is not one of those that were checked."""
        if path not in self._lines:
            try:
                self._lines[path] = read_source(path).lines
            except Unreadable:
                self._lines[path] = None
        return self._lines[path]

    def _point(self, path: str, line: int, column: int) -> tuple[int, int]:
        lines = self.lines(path)
        return line + 1, (lines.column(line, column, "utf-32") if lines else column) + 1
