"""A text in an editor, changed as LSP says."""

from __future__ import annotations

from prelower.text.lines import Encoding, Lines

Position = tuple[int, int]
"""A line and a column in the client's units."""


def apply_change(text: str, place: tuple[Position, Position] | None, new_text: str, encoding: Encoding) -> str:
    """The text after one change: `new_text` in place of the range, or of everything.

    A column past the line's end means that end, a line past the last the text's end.
    """
    if place is None:
        return _joined(new_text)
    lines = Lines(text)
    start, end = sorted(_offset(lines, position, encoding) for position in place)
    return _joined(text[:start] + new_text + text[end:])


def _offset(lines: Lines, position: Position, encoding: Encoding) -> int:
    line, column = position
    return lines.offset(line, lines.byte_column(line, column, encoding))


def _joined(text: str) -> str:
    """The text with the halves of surrogate pairs, which may come one by one, made characters."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text
