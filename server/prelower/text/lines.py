"""The lines of a text as Python and LSP count them, and columns in each client's units."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Literal

from prelower.text.span import Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]
"""What a client counts columns in; `utf-32` stands for code points."""

BOM = "\ufeff"

_LINE_END = re.compile(r"\r\n?|\n")
# A client may send half of a surrogate pair; such a text is odd, but no reason to fail.
_SURROGATES = "surrogatepass"


class Lines:
    """The line table of a text: lines end at LF, CRLF and CR only.

    `starts` holds the code-point offset of each line's start.  There is always a line, and
    one more after a final newline, as in LSP.  Columns of ours are UTF-8 bytes, as in `ast`.
    Positions outside the text are clamped into it.
    """

    __slots__ = ("_ascii", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts: tuple[int, ...] = _starts(text)
        self._ascii = text.isascii()

    def __len__(self) -> int:
        return len(self.starts)

    def line(self, line: int) -> str:
        """The text of a line without its end; empty outside the text."""
        if not 0 <= line < len(self.starts):
            return ""
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[line] : end].rstrip("\r\n")

    def offset(self, line: int, byte_column: int) -> int:
        """The code-point offset of a position."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        return self.starts[line] + _characters(self.line(line), byte_column, self._ascii)

    def position(self, offset: int) -> tuple[int, int]:
        """The line and byte column of a code-point offset; inside a line's end: that end's start."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        before = self.text[self.starts[line] : offset].rstrip("\r\n")
        return line, len(before) if self._ascii else _bytes(before)

    def column(self, line: int, byte_column: int, encoding: Encoding) -> int:
        """A byte column of ours in the units of a client."""
        content = self.line(line)
        characters = _characters(content, byte_column, self._ascii)
        if self._ascii or encoding == "utf-32":
            return characters
        before = content[:characters]
        return _bytes(before) if encoding == "utf-8" else _units(before)

    def byte_column(self, line: int, column: int, encoding: Encoding) -> int:
        """A client's column as a byte column of ours, clamped to the line."""
        content = self.line(line)
        column = max(column, 0)
        if self._ascii or content.isascii():
            return min(column, len(content))
        if encoding == "utf-32":
            return _bytes(content[:column])
        if encoding == "utf-16":
            return _bytes(content[: _characters_of_units(content, column)])
        return _bytes(content[: _characters(content, column, False)])

    def span_text(self, span: Span) -> str:
        """The text that a span covers."""
        return self.text[self.offset(span.line, span.column) : self.offset(span.end_line, span.end_column)]

    def span(self, start: int, end: int) -> Span:
        """The span between two code-point offsets."""
        return Span(*self.position(start), *self.position(end))


def _starts(text: str) -> tuple[int, ...]:
    if "\r" in text:
        return (0, *(end.end() for end in _LINE_END.finditer(text)))
    # Three times as fast as the regular expression, and nearly every text goes this way.
    return tuple(accumulate((len(line) + 1 for line in text.split("\n")[:-1]), initial=0))


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", _SURROGATES))


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", _SURROGATES)) // 2


def _characters(content: str, byte_column: int, ascii_only: bool) -> int:
    """How many characters lie before a byte column; inside a character: before that one."""
    byte_column = max(byte_column, 0)
    if ascii_only or content.isascii():
        return min(byte_column, len(content))
    encoded = content.encode("utf-8", _SURROGATES)
    while byte_column < len(encoded) and encoded[byte_column] & 0xC0 == 0x80:
        byte_column -= 1
    return len(encoded[:byte_column].decode("utf-8", _SURROGATES))


def _characters_of_units(content: str, units: int) -> int:
    """How many characters lie before a UTF-16 column; inside a pair: before that one."""
    encoded = content.encode("utf-16-le", _SURROGATES)
    cut = 2 * units
    if 2 <= cut < len(encoded) and encoded[cut + 1] & 0xFC == 0xDC and encoded[cut - 1] & 0xFC == 0xD8:
        cut -= 2
    return len(encoded[:cut].decode("utf-16-le", _SURROGATES))
