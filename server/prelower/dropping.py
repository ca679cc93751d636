"""Takes an item out of a dict display or a call, with the comma that belongs to it."""

from __future__ import annotations

import ast

from prelower.findings import Edit
from prelower.text.source import Source
from prelower.text.span import Span


def dropped(source: Source, span: Span) -> tuple[Edit, ...]:
    """The edit that takes `"key": value,` out of a dict display; none where the value stands otherwise."""
    start, end = _item_bounds(source.text, *_offsets(source, span))
    if start is None or end is None:
        return ()
    first, last = source.lines.position(start), source.lines.position(end)
    return (Edit(Span(*first, *last), ""),)


def _offsets(source: Source, span: Span) -> tuple[int, int]:
    return source.lines.offset(span.line, span.column), source.lines.offset(span.end_line, span.end_column)


def _item_bounds(text: str, start: int, end: int) -> tuple[int | None, int | None]:
    """From behind the comma or bracket before a dict's item to behind the comma after it."""
    before = _display_start(text, start, end)
    if before is None:
        return None, None
    rest = len(text[end:]) - len(text[end:].lstrip())
    if text[end + rest : end + rest + 1] == ",":
        stop = end + rest + 1
        stop += len(text[stop:]) - len(text[stop:].lstrip(" \t"))
        return before, stop
    comma = text[:before].rstrip()
    return (len(comma) - 1, end) if comma.endswith(",") else (before, end)


def _display_start(text: str, start: int, end: int) -> int | None:
    """Where the item whose value stands here begins, if it is `key: value` or `name=value`."""
    line_start = max(text.rfind("{", 0, start), text.rfind("(", 0, start))
    if line_start < 0 or "\n\n" in text[line_start:start]:
        return None
    for at in range(start - 1, line_start - 1, -1):
        if text[at] not in "{(,":
            continue
        piece = text[at + 1 : start]
        item = (
            f"{{{piece.strip()} {text[start:end]}}}"
            if text[line_start] == "{"
            else f"f({piece.strip()}{text[start:end]})"
        )
        try:
            node = ast.parse(item, mode="eval").body
        except (SyntaxError, ValueError):
            continue
        single = (
            isinstance(node, ast.Dict) and len(node.keys) == 1 or isinstance(node, ast.Call) and len(node.keywords) == 1
        )
        if single:
            return at + 1 + len(piece) - len(piece.lstrip())
    return None
