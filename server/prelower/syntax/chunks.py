"""A text cut into chunks, its statements at the top level and in classes, without parsing it.

A chunk depends on its own lines only: what is typed into one function changes no other chunk.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from prelower.syntax.scan import LogicalLine, comments, indentation, logical_lines
from prelower.text.lines import Lines

_DEEPEST = 20
"""Classes nested deeper are not cut any more."""

STATEMENT, CLASS = "statement", "class"

_LAST_COMMENT = re.compile(r"[ \t\f]*(\#)")
_WORD = re.compile(r"@|\w*")
_DECORATED = frozenset({"@", "def", "class", "async"})
# A `case` always stands deeper than its `match`, so it begins no chunk, and may be a plain name.
_CLAUSES = frozenset({"else", "elif", "except", "finally"})
_WITH_CLAUSES = frozenset({"if", "for", "while", "try", "async"})


class Chunk(NamedTuple):
    """A piece of a file: lines from 0, both inclusive; `column` is its indentation in bytes.

    `text` are whole lines, exact but for blanks at the end.  Kind `statement` is a statement with
    its decorators and clauses, or simple statements that share a line.  Kind `class` is a
    class with a body of its own lines: `header` is its text down to the colon, `members` its body.
    """

    line: int
    end_line: int
    column: int
    kind: str
    text: str
    members: tuple[Chunk, ...] = ()
    header: str = ""


def chunks(text: str) -> tuple[Chunk, ...]:
    """The chunks of a text; those of a broken text are the best guess, and nothing is raised."""
    lines = logical_lines(text)
    return _Cutter(text, lines).cut(0, len(lines), 0)


class _Group(NamedTuple):
    """Logical lines of one chunk: numbers of its first, and of the one with its first word, and that word."""

    first: int
    head: int
    word: str


class _Cutter:
    """Puts the logical lines of a text into chunks."""

    def __init__(self, text: str, lines: list[LogicalLine]) -> None:
        self.text = text
        self.lines = lines
        self.starts = Lines(text).starts
        if "\t" in text or "\f" in text:
            self.widths = [indentation(text, start, code) for start, code, _ in lines]
        else:
            self.widths = [code - start for start, code, _ in lines]

    def cut(self, first: int, last: int, width: int, depth: int = 0) -> tuple[Chunk, ...]:
        """The chunks of the logical lines from `first` to before `last`, in a body that is indented so far."""
        found: list[Chunk] = []
        if first < last and self.widths[first] > width:
            # Lines that are indented for no reason: a body of their own.
            end = next((at for at in range(first, last) if self.widths[at] <= width), last)
            found += self.cut(first, end, self.widths[first], depth)
            first = end
        groups = self._groups([at for at in range(first, last) if self.widths[at] <= width])
        ends = [*(group.first for group in groups[1:]), last]
        for group, end in zip(groups, ends, strict=False):
            found.append(self._chunk(group, end, depth))
        return tuple(found)

    def _groups(self, heads: list[int]) -> list[_Group]:
        groups: list[_Group] = []
        word = ""
        for at in heads:
            last, word = word, self._word(at)
            if last == "@" and word in _DECORATED:
                groups[-1] = _Group(groups[-1].first, at, word)
            elif word not in _CLAUSES or not groups or groups[-1].word not in _WITH_CLAUSES:
                groups.append(_Group(at, at, word))
        return groups

    def _word(self, at: int) -> str:
        found = _WORD.match(self.text, self.lines[at][1])
        return found.group() if found else ""

    def _chunk(self, group: _Group, end: int, depth: int) -> Chunk:
        start, code, _ = self.lines[group.first]
        stop = self._stop(end - 1)
        line = bisect_right(self.starts, start) - 1
        end_line = bisect_right(self.starts, stop - 1) - 1
        text = self.text[start:stop]
        if group.word != "class" or depth == _DEEPEST or not self._has_body(group.head):
            return Chunk(line, end_line, code - start, STATEMENT, text)
        body = group.head + 1
        members = self.cut(body, end, self.widths[body], depth + 1) if body < end else ()
        return Chunk(line, end_line, code - start, CLASS, text, members, self.text[start : self._stop(group.head)])

    def _stop(self, at: int) -> int:
        """The end of a logical line without blanks, nor a backslash that continues it to nowhere."""
        _, code, end = self.lines[at]
        end = self._trimmed(code, end)
        start = self.starts[bisect_right(self.starts, end - 1) - 1]
        last = _LAST_COMMENT.match(self.text, start, end) if start > code else None
        if last:
            # Continued to a comment, if it is one and not the end of a string.
            line = self.text[code:end]
            if any(code + start == last.start(1) for start, _ in comments(line)):
                end = self._trimmed(code, last.start())
        return end

    def _trimmed(self, code: int, end: int) -> int:
        while end > code + 1 and self.text[end - 1] in " \t\f\\\r\n":
            end -= 1
        return end

    def _has_body(self, at: int) -> bool:
        """Whether a logical line ends with a colon, but for blanks and comments."""
        line = self.text[self.lines[at][1] : self._stop(at)]
        for start, _ in comments(line) if "#" in line else ():
            if "\n" not in line[start:] and "\r" not in line[start:]:
                line = line[:start].rstrip(" \t\f")
                break
        return line.endswith(":")
