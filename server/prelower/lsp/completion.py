"""Completion in watched calls: keywords, flags and words; silent elsewhere, where another server answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from prelower.lsp.cells import Cell
from prelower.lsp.client import Client
from prelower.lsp.convert import from_position, to_range
from prelower.lsp.hover import content

if TYPE_CHECKING:
    from prelower.completing import Completion
    from prelower.lsp.server import PrelowerServer
    from prelower.text.lines import Lines

OPTIONS = types.CompletionOptions(trigger_characters=['"', "'", "(", "[", "{", ",", "="])

# No kind above 18: those are for clients that say they know them.
_KINDS = {
    "keyword": types.CompletionItemKind.Property,
    "text": types.CompletionItemKind.Value,
    "member": types.CompletionItemKind.Enum,
}


async def completion(server: PrelowerServer, params: types.CompletionParams) -> types.CompletionList | None:
    """What may be written at a position; nothing where no watched call is."""
    session = server.session
    key = session.key(params.text_document.uri)
    await server.schedule.caught_up(key)
    entry = session.entries.get(key)
    if entry is None or entry.analysis is None or entry.checked is None:
        return None
    snapshot, client = entry.checked, session.client
    engine = session.loaded(snapshot.root)
    lines, cell = snapshot.source.lines, snapshot.cell(params.text_document.uri)
    if cell is None:
        return None
    place = from_position(lines, params.position, client.encoding, cell)
    found = () if engine is None else engine.complete(snapshot.source, *place)
    items = [_item(one, number, lines, client, cell) for number, one in enumerate(found)]
    return types.CompletionList(is_incomplete=False, items=items) if items else None


def _item(found: Completion, number: int, lines: Lines, client: Client, cell: Cell) -> types.CompletionItem:
    """A completion as the client shows it, in the order of the engine."""
    return types.CompletionItem(
        label=found.label,
        kind=_KINDS[found.kind],
        detail=found.detail or None,
        documentation=content(found.documentation, client.completion_markdown) if found.documentation else None,
        sort_text=f"{number:03}",
        filter_text=found.label.strip("\"'"),
        insert_text_format=types.InsertTextFormat.PlainText,
        text_edit=types.TextEdit(to_range(lines, found.span, client.encoding, cell), found.insert),
    )
