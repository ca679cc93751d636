"""Hover over a watched call: what JAX accepts, and what is known of the value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

from prelower.lsp.convert import from_position, to_range

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer

LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
MARKS = re.compile(r"(?m)^```\w*$|^#+ |\*\*|`")


async def hover(server: PrelowerServer, params: types.HoverParams) -> types.Hover | None:
    """What is known at a position; nothing where no watched call is."""
    session = server.session
    key = session.key(params.text_document.uri)
    await server.schedule.caught_up(key)
    entry = session.entries.get(key)
    if entry is None or entry.analysis is None or entry.checked is None:
        return None
    snapshot, client = entry.checked, session.client
    engine, cell = session.loaded(snapshot.root), snapshot.cell(params.text_document.uri)
    if cell is None:
        return None
    place = from_position(snapshot.source.lines, params.position, client.encoding, cell)
    answer = None if engine is None else engine.hover(snapshot.source, *place)
    if answer is None:
        return None
    where = to_range(snapshot.source.lines, answer.span, client.encoding, cell)
    return types.Hover(content(answer.markdown, client.markdown), where)


def content(markdown: str, understood: bool) -> types.MarkupContent:
    """A text as the client can show it."""
    if understood:
        return types.MarkupContent(types.MarkupKind.Markdown, markdown)
    return types.MarkupContent(types.MarkupKind.PlainText, plain(markdown))


def plain(markdown: str) -> str:
    """The text without its marks, for clients that show them as they are."""
    return MARKS.sub("", LINK.sub(r"\1 (\2)", markdown))
