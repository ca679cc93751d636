"""The documents as the editor has them, byte for byte.

pygls splits lines at form feeds and U+2028 as well and then puts edits into the wrong place;
these two classes take its place, and know a document by one key however its address is written.
"""

from __future__ import annotations

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from prelower.lsp.addresses import document_key
from prelower.text.document import apply_change
from prelower.text.lines import Encoding


class ExactDocument(TextDocument):
    """A document whose text is exactly what the editor has said."""

    @property
    def source(self) -> str:
        """The text; never the disk's."""
        return self._source or ""

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Take over one change, of a range or of the whole text."""
        if isinstance(change, types.TextDocumentContentChangePartial) and change.range is not None:
            start, end = change.range.start, change.range.end
            where = ((start.line, start.character), (end.line, end.character))
            self._source = apply_change(self.source, where, change.text, encoding_of(self.position_codec.encoding))
        else:
            self._source = change.text


def encoding_of(encoding: types.PositionEncodingKind | str | None) -> Encoding:
    """The name of a position encoding."""
    name = getattr(encoding, "value", encoding)
    if name == "utf-8":
        return "utf-8"
    return "utf-32" if name == "utf-32" else "utf-16"


class ExactWorkspace(Workspace):
    """The open documents, by `document_key`."""

    @classmethod
    def instead_of(cls, other: Workspace, folders: list[types.WorkspaceFolder]) -> ExactWorkspace:
        """A workspace like that one, with the negotiated encoding handed on."""
        return cls(other.root_uri, other._sync_kind, folders, other.position_encoding)

    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> ExactDocument:
        return ExactDocument(doc_uri, source, version, language_id, position_codec=self._position_codec)

    def get_text_document(self, doc_uri: str) -> TextDocument:
        """The open document at that address, or an empty one."""
        return self._text_documents.get(document_key(doc_uri)) or self._create_text_document(doc_uri)

    def open_document(self, uri: str) -> ExactDocument | None:
        """The document at that address where it is open."""
        document = self._text_documents.get(document_key(uri))
        return document if isinstance(document, ExactDocument) else None

    def exact_document(self, uri: str) -> ExactDocument:
        """The open document at that address, or an empty one."""
        return self.open_document(uri) or self._create_text_document(uri)

    def get_notebook_document(
        self, *, notebook_uri: str | None = None, cell_uri: str | None = None
    ) -> types.NotebookDocument | None:
        """The open notebook at that address, or with that cell."""
        if cell_uri is not None:
            return self._notebook_documents.get(self._cell_in_notebook.get(document_key(cell_uri), ""))
        return self._notebook_documents.get(document_key(notebook_uri or ""))

    def put_notebook_document(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Open a notebook with its cells."""
        notebook = params.notebook_document
        self._notebook_documents[document_key(notebook.uri)] = notebook
        for cell in params.cell_text_documents:
            self.put_text_document(cell, notebook.uri)

    def update_notebook_document(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Take over what has changed in a notebook: its cells, their order, their texts."""
        notebook = self._notebook_documents[document_key(params.notebook_document.uri)]
        notebook.version = params.notebook_document.version
        changed = params.change.cells
        if changed is None:
            return
        if changed.structure is not None:
            self._restructure(notebook, changed.structure)
        kinds = {cell.document: cell.kind for cell in changed.data or ()}
        for cell in notebook.cells:
            cell.kind = kinds.get(cell.document, cell.kind)
        for text in changed.text_content or ():
            for change in text.changes:
                self.update_text_document(text.document, change)

    def _restructure(
        self, notebook: types.NotebookDocument, structure: types.NotebookDocumentCellChangeStructure
    ) -> None:
        array, cells = structure.array, list(notebook.cells)
        cells[array.start : array.start + array.delete_count] = array.cells or ()
        notebook.cells = cells
        # A cell may be closed and opened anew in one change, as when its language changes.
        for closed in structure.did_close or ():
            self.remove_text_document(closed.uri)
        for opened in structure.did_open or ():
            self.put_text_document(opened, notebook.uri)

    def remove_notebook_document(self, params: types.DidCloseNotebookDocumentParams) -> None:
        """Close a notebook with its cells."""
        self._notebook_documents.pop(document_key(params.notebook_document.uri), None)
        for cell in params.cell_text_documents:
            self.remove_text_document(cell.uri)

    def put_text_document(self, text_document: types.TextDocumentItem, notebook_uri: str | None = None) -> None:
        """Open a document."""
        item = text_document
        document = self._create_text_document(item.uri, item.text, item.version, item.language_id)
        self._text_documents[document_key(item.uri)] = document
        if notebook_uri is not None:
            self._cell_in_notebook[document_key(item.uri)] = document_key(notebook_uri)

    def remove_text_document(self, doc_uri: str) -> None:
        """Close a document."""
        self._text_documents.pop(document_key(doc_uri), None)
        self._cell_in_notebook.pop(document_key(doc_uri), None)

    def update_text_document(
        self, text_doc: types.VersionedTextDocumentIdentifier, change: types.TextDocumentContentChangeEvent
    ) -> None:
        """Take over one change of a document; of one that is not open nothing is known."""
        document = self._text_documents.get(document_key(text_doc.uri))
        if document is not None:
            document.apply_change(change)
            document.version = text_doc.version
