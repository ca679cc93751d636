"""Documents as the session knows them: a version that nothing changes, and what is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from prelower.findings import Finding
from prelower.lsp.addresses import document_key, file_path
from prelower.lsp.cells import Cell, Cells, cell_at
from prelower.lsp.notebooks import Notebook
from prelower.lsp.workspace import ExactDocument
from prelower.text.source import Source

if TYPE_CHECKING:
    import asyncio

    from lsprotocol import types

    from prelower.engine import Analysis
    from prelower.values.model import Question


class Snapshot(NamedTuple):
    """One version of one document, which nothing changes any more."""

    key: str
    uri: str
    version: int | None
    language: str | None
    source: Source
    root: str
    cells: Cells

    def cell(self, uri: str) -> Cell | None:
        """The document at an address, where it is part of the text."""
        key = document_key(uri)
        return next((cell for cell in self.cells if document_key(cell.uri) == key), None)

    def cell_at(self, line: int) -> Cell:
        """The document that a line of the text is in."""
        return cell_at(self.cells, line) if self.cells else Cell(self.uri, self.version)


Diagnostics = dict[str, tuple["types.Diagnostic", ...]]
"""Diagnostics by the address of their document: a notebook has many."""


class Shown(NamedTuple):
    """What was found last for a document; where diagnostics are pushed, what the client was told."""

    diagnostics: Diagnostics
    findings: tuple[Finding, ...]


class Told(NamedTuple):
    """The last answer that the client has pulled: the text it is about, and its id."""

    text: str
    result_id: str


class Entry:
    """An open document with what is known of it."""

    __slots__ = (
        "analysis",
        "checked",
        "document",
        "held",
        "path",
        "shown",
        "snapshot",
        "told",
        "too_large",
        "unanswered",
    )

    def __init__(self, document: ExactDocument | Notebook) -> None:
        self.document = document
        self.path = file_path(document.uri)
        self.held: asyncio.Future[None] | None = None
        self.told: dict[str, Told] = {}
        self.snapshot: Snapshot | None = None
        self.checked: Snapshot | None = None
        self.analysis: Analysis | None = None
        self.shown: Shown | None = None
        self.too_large = False
        self.unanswered: frozenset[Question] = frozenset()
