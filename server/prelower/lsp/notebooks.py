"""Notebooks: their cells of Python are one text, in which each cell sees those above it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lsprotocol import types

from prelower.lsp.cells import Cells, Joined, joined
from prelower.lsp.workspace import ExactDocument

PYTHON = "python"
SYNC = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithCells(cells=[types.NotebookCellLanguage(PYTHON)], notebook=kind)
        for kind in ("jupyter-notebook", "interactive")
    ]
)
"""Which notebooks the client is asked to tell us about, and which of their cells."""


class Notebook:
    """A notebook as it is now, with the face of one document."""

    language_id = PYTHON

    def __init__(self, document: types.NotebookDocument, cell: Callable[[str], ExactDocument | None]) -> None:
        self._document = document
        self._cell = cell
        self._seen: tuple[tuple[str, int | None, str], ...] | None = None
        self._joined = Joined("", ())

    @property
    def uri(self) -> str:
        """The address of the notebook itself."""
        return self._document.uri

    @property
    def version(self) -> int | None:
        """The notebook's version."""
        return self._document.version

    @property
    def source(self) -> str:
        """The joined text; the same object as long as no cell changes."""
        return self._now().text

    @property
    def cells(self) -> Cells:
        """Where each cell is in the text."""
        return self._now().cells

    def _now(self) -> Joined:
        parts = tuple(self._parts())
        if parts != self._seen:
            self._seen, self._joined = parts, joined(parts)
        return self._joined

    def _parts(self) -> Iterator[tuple[str, int | None, str]]:
        for cell in self._document.cells:
            document = self._cell(cell.document)
            code = cell.kind == types.NotebookCellKind.Code
            if code and document is not None and document.language_id == PYTHON:
                yield document.uri, document.version, document.source
