"""Edits of a text that are made all at once."""

from __future__ import annotations

from collections.abc import Iterable

from prelower.text.lines import Lines
from prelower.text.span import Span


def apply(text: str, edits: Iterable[tuple[Span, str]]) -> str:
    """The text with all edits made; spans are of the old text, and a ValueError if two overlap.

    Insertions at one place are kept in the given order and come before a replacement there.
    """
    pieces: list[str] = []
    done = 0
    for start, end, content in _located(Lines(text), edits):
        if start < done or end < start:
            raise ValueError("edits overlap")
        pieces += text[done:start], content
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


def _located(lines: Lines, edits: Iterable[tuple[Span, str]]) -> list[tuple[int, int, str]]:
    located = [
        (lines.offset(span.line, span.column), lines.offset(span.end_line, span.end_column), content)
        for span, content in edits
    ]
    return sorted(located, key=lambda edit: edit[:2])
