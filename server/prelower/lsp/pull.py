"""Diagnostics for clients that ask: an answer has an id, which says whether the last one still holds."""

from __future__ import annotations

import asyncio
import hashlib
from typing import TYPE_CHECKING

import attrs
from lsprotocol import types

from prelower import __version__
from prelower.lsp.entries import Entry, Snapshot, Told

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer

PATIENCE = 2.0
"""For how long an answer waits for a look-up that may bring back what it would lose, in seconds."""

IDENTIFIER = "prelower"
OPTIONS = types.DiagnosticOptions(identifier=IDENTIFIER, inter_file_dependencies=True, workspace_diagnostics=False)

Report = types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport


async def document_diagnostic(server: PrelowerServer, params: types.DocumentDiagnosticParams) -> Report:
    """What is found in a document as it is now, or that it is what the client has already."""
    uri = params.text_document.uri
    key = server.session.key(uri)
    await server.schedule.caught_up(key)
    entry = server.session.entries.get(key)
    if entry is not None and entry.held is not None:
        await asyncio.wait([entry.held], timeout=PATIENCE)
    if entry is None or entry.checked is None or server.session.entries.get(key) is not entry:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    cell = entry.checked.cell(uri)
    if cell is None or entry.shown is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    ident = result_id(server, entry, entry.checked, cell.uri)
    entry.told[cell.uri] = Told(entry.checked.source.text, ident)
    if ident == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=ident)
    return types.RelatedFullDocumentDiagnosticReport(list(entry.shown.diagnostics.get(cell.uri, ())), result_id=ident)


def result_id(server: PrelowerServer, entry: Entry, snapshot: Snapshot, uri: str) -> str:
    """A word that is another one as soon as anything is that the answer for a document depends on.

    That is the text, the texts of the files read for it, the settings, the configuration, the JAX
    looked at, prelower itself, and what is not answered yet; a document's version is nothing to it.
    """
    diagnostics = entry.shown.diagnostics.get(uri, ()) if entry.shown is not None else ()
    parts: list[object] = [__version__, uri, snapshot.source.text]
    parts += [attrs.evolve(diagnostic, data=None) for diagnostic in diagnostics]
    if entry.analysis is not None:
        parts += server.session.basis(snapshot.root)
        parts += sorted(entry.analysis.read.items()) if isinstance(entry.analysis.read, dict) else ()
        parts += sorted(map(repr, entry.analysis.questions))
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def changed(server: PrelowerServer, entry: Entry, snapshot: Snapshot) -> None:
    """Ask the client to pull again where its last answer was about this very text and is another one now."""
    for uri, told in entry.told.items():
        if told.text == snapshot.source.text and told.result_id != result_id(server, entry, snapshot, uri):
            server.refresh()
            return
