"""A checked text and the documents it is made of: one for a file, one per cell for a notebook."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from prelower.syntax.scan import logical_lines, unclosed_string

MORE_LINES = 1 << 30
"""More lines than any text has."""
MAGICS = 100
"""More lines of a cell than that are not taken for magics."""

_NOT_PYTHON = re.compile(r"\s*%%[ \t]*(?!time|timeit|capture|prun\b)\w+")
_CELL_MAGIC = re.compile(r"\s*(%%[^\r\n]*)")
_ASSIGNED = re.compile(r"([\w., \t]+=[ \t]*)[!%]")
_BINDS = re.compile(r"%[ \t]*(?:run|pylab|load|reset)\b")
_HELP = re.compile(r"%{0,2}[\w.]+\?{1,2}[ \t]*$")
_CODE = re.compile(r"[^\r\n]")


class Cell(NamedTuple):
    """A document, and which lines of the checked text are its own."""

    uri: str
    version: int | None
    first: int = 0
    height: int = MORE_LINES


Cells = tuple[Cell, ...]


def cell_at(cells: Cells, line: int) -> Cell:
    """The document that a line of the checked text is in."""
    return cells[max(bisect_right([cell.first for cell in cells], line) - 1, 0)]


class Joined(NamedTuple):
    """The text of a notebook's cells, and where each is in it."""

    text: str
    cells: Cells


def joined(parts: Iterable[tuple[str, int | None, str]]) -> Joined:
    """The cells (address, version, text) as one text, each beginning a line; magics are blanked out."""
    texts: list[str] = []
    cells: list[Cell] = []
    line = 0
    for uri, version, text in parts:
        plain = python_of(text)
        count = len(re.findall(r"\r\n?|\n", plain)) + 1
        cells.append(Cell(uri, version, line, count))
        # A statement of our own keeps a cell with an open bracket from taking the next one in.
        end = "\n" if _parses(plain) else "\npass\n"
        texts.append(plain + end)
        line += count + end.count("\n") - 1
    return Joined("".join(texts), tuple(cells))


def python_of(text: str) -> str:
    """A cell's text with what is not Python made blank, line by line."""
    if _NOT_PYTHON.match(text):
        return _blank(text)
    found = _CELL_MAGIC.match(text)
    if found is not None:
        text = text[: found.start(1)] + text[found.end(1) :]
    for _ in range(MAGICS if re.search(r"[%!?]", text) else 0):
        changed = _without_magic(text)
        if changed is None:
            break
        text = changed
    end = unclosed_string(text)
    return text if end is None else text[:end] + _blank(text[end:])


def _without_magic(text: str) -> str | None:
    """The text without its first magic; None where it has none."""
    for _, code, _ in logical_lines(text):
        line = re.compile(r"(?:[^\\\r\n]|\\(?:\r\n|.))*", re.S).match(text, code)
        new = _python_line(line.group()) if line is not None else None
        if line is not None and new is not None:
            lost = len(re.findall(r"\r\n?|\n", line.group())) - new.count("\n")
            return text[:code] + new + "\n" * lost + text[line.end() :]
    return None


def _python_line(line: str) -> str | None:
    """What stands for a line of IPython's own; None where it is Python."""
    if line.startswith(("%", "!", "?")):
        return "from _magic_ import *" if _BINDS.match(line) else "pass"
    if (given := _ASSIGNED.match(line)) is not None:
        return f"{given[1]}_magic_()"
    return "pass" if _HELP.match(line) else None


def _blank(text: str) -> str:
    return _CODE.sub("", text)


def _parses(text: str) -> bool:
    import ast

    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
