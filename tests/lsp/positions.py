"""Offsets, positions and edits as an editor computes them, apart from the server's own way."""

from __future__ import annotations

import re

from lsprotocol import types

LINE_END = re.compile(r"\r\n|\r|\n")


def units(text: str, encoding: str) -> int:
    """How long a text is for a client."""
    if encoding == "utf-32":
        return len(text)
    return len(text.encode(encoding + "-le" * (encoding == "utf-16"))) // (2 if encoding == "utf-16" else 1)


def position(text: str, offset: int, encoding: str) -> types.Position:
    """The position of an offset in code points."""
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]
    line = max(index for index, start in enumerate(starts) if start <= offset)
    return types.Position(line, units(text[starts[line] : offset], encoding))


def offset(text: str, place: types.Position, encoding: str) -> int:
    """The offset of a position: the inverse of `position`."""
    starts = [0, *(end.end() for end in LINE_END.finditer(text))]
    at = starts[place.line]
    while units(text[starts[place.line] : at], encoding) < place.character:
        at += 1
    return at


def apply(text: str, edits: list[types.TextEdit], encoding: str) -> str:
    """The text after an editor has made these edits."""
    places = [(offset(text, e.range.start, encoding), offset(text, e.range.end, encoding), e.new_text) for e in edits]
    for start, end, new in sorted(places, reverse=True):
        text = text[:start] + new + text[end:]
    return text
