"""Documents and notebooks that the client opens, changes and closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from prelower.lsp import configuration, diagnostics
from prelower.lsp.addresses import document_key

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer


def opened(server: PrelowerServer, params: types.DidOpenTextDocumentParams) -> None:
    """Check a document that was opened."""
    key = server.session.opened(params.text_document.uri)
    configuration.reload(server)
    server.check_with_readers(key)


def changed(server: PrelowerServer, params: types.DidChangeTextDocumentParams) -> None:
    """Check a document whose text has changed."""
    key = server.session.key(params.text_document.uri)
    if key not in server.session.entries:
        server.say("warning", f"A change of a document that is not open: {params.text_document.uri}")
    server.check_with_readers(key)


def closed(server: PrelowerServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a document and take its diagnostics away."""
    _close(server, document_key(params.text_document.uri))


def opened_notebook(server: PrelowerServer, params: types.DidOpenNotebookDocumentParams) -> None:
    """Check a notebook that was opened."""
    key = server.session.opened_notebook(params.notebook_document.uri)
    configuration.reload(server)
    server.check_with_readers(key)


def changed_notebook(server: PrelowerServer, params: types.DidChangeNotebookDocumentParams) -> None:
    """Check a notebook of which some cells have changed, moved, come or gone."""
    server.check_with_readers(document_key(params.notebook_document.uri))


def closed_notebook(server: PrelowerServer, params: types.DidCloseNotebookDocumentParams) -> None:
    """Forget a notebook and take its diagnostics away."""
    _close(server, document_key(params.notebook_document.uri))


def _close(server: PrelowerServer, key: str) -> None:
    readers = list(server.session.readers_of(key))
    entry = server.session.entries.pop(key, None)
    server.schedule.forget(key)
    server.checking.forget(key)
    if entry is not None:
        server.checking.moved(entry)
        diagnostics.withdraw(server, entry)
        diagnostics.publish_problems(server)
        server.everywhere.wake(key)
    for reader in readers:
        server.schedule.soon(reader)
