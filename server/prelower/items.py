"""Where the name stands that a value is given under: `name=value` in a call, `"name": value` in a dict."""

from __future__ import annotations

import re
from typing import NamedTuple

from prelower.text.source import Source
from prelower.text.span import Span

_BLANK = r"(?:\s|#[^\n]*\n|\\\n)*"
_NAMED = re.compile(rf"([^\W\d]\w*){_BLANK}={_BLANK}((?:\({_BLANK})*)\Z")
_KEYED = re.compile(rf"([\"'])([^\"'\\\n]*)\1{_BLANK}:{_BLANK}((?:\({_BLANK})*)\Z")
_SEEN = 400
"""How many characters before the value are looked at."""


class Item(NamedTuple):
    """A value with its name: the span of both, of the name as written, and of its letters without quotes."""

    whole: Span
    written: Span
    name: Span


def item_at(source: Source, value: Span) -> Item | None:
    """The item whose value stands at a span; None where no name is written before it."""
    lines = source.lines
    start, end = lines.offset(value.line, value.column), lines.offset(value.end_line, value.end_column)
    before = source.text[max(0, start - _SEEN) : start]
    found = _NAMED.search(before) or _KEYED.search(before)
    if found is None:
        return None
    shift = start - len(before)
    group = 1 if found.re is _NAMED else 2
    end = _closed(source.text, end, found[found.re.groups].count("("))
    first, letters, last = found.start(), found.start(group), found.end(group)
    return Item(
        lines.span(shift + first, end),
        lines.span(shift + first, shift + last + letters - first),
        lines.span(shift + letters, shift + last),
    )


def _closed(text: str, end: int, brackets: int) -> int:
    """Behind the brackets that close around a value."""
    for _ in range(brackets):
        found = re.compile(rf"{_BLANK}\)").match(text, end)
        end = found.end() if found else end
    return end
