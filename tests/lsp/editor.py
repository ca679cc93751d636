"""An editor for the tests: keeps its own copy of each text, and speaks to a real server as a named client does."""

from __future__ import annotations

import asyncio
import json
import os
import pathlib
import sys
import time
from typing import Any

from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from .capable import capabilities
from .positions import apply, offset, position
from .validity import faults

HERE = pathlib.Path(__file__).resolve().parent
SERVER = HERE.parents[1] / "server"
PATIENCE = 20.0


class Editor:
    """A client with documents, started by the fixture `start`."""

    def __init__(self, client: LanguageClient, encodings: list[str] | None) -> None:
        self.client = client
        self.encoding = "utf-16"
        self.encodings = encodings
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.published: list[types.PublishDiagnosticsParams] = []
        self.registered: list[types.Registration] = []
        self.pulls = False
        self.pulled: dict[str, tuple[str | None, list[types.Diagnostic]]] = {}
        self.pulled_at: dict[str, int] = {}
        self.refreshes = 0
        self.faults: list[str] = []
        self._news = asyncio.Event()

    @classmethod
    async def launch(cls, fake: bool, encodings: list[str] | None = None, cwd: str | None = None) -> Editor:
        """Start a server process; nothing is said yet."""
        environment = {**os.environ, "PYTHONPATH": str(SERVER)}
        command = [sys.executable, str(HERE / "serving.py"), *(["fake"] if fake else [])]
        client = await ClientServerConfig(server_command=command, server_env=environment).start()
        editor = cls(client, encodings)
        client.protocol.fm.features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = editor._take
        client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: editor.registered.extend(params.registrations))
        client.protocol.fm.features[types.WORKSPACE_DIAGNOSTIC_REFRESH] = lambda params: editor._refresh()
        editor._look_into(client.protocol)
        return editor

    def _look_into(self, protocol: Any) -> None:
        """Have each message of the server looked at as it comes."""
        structure = protocol.structure_message

        def looked(message: Any) -> Any:
            if isinstance(message, dict) and "jsonrpc" in message:
                self.faults += faults(message, protocol._result_types.get(message.get("id")))
            return structure(message)

        protocol.structure_message = looked

    def _refresh(self) -> None:
        self.refreshes += 1
        self._news.set()

    def _take(self, params: types.PublishDiagnosticsParams) -> None:
        self.published.append(params)
        self._news.set()

    async def initialize(
        self,
        name: str = "vscode",
        folders: list[pathlib.Path] = (),
        options: Any = None,
        change: Any = None,
    ) -> types.InitializeResult:
        """Say hello as a named editor."""
        able = capabilities(name)
        if self.encodings is not None:
            able.general = able.general or types.GeneralClientCapabilities()
            able.general.position_encodings = self.encodings
        if change is not None:
            change(able)
        result = await self.client.initialize_session(
            types.InitializeParams(
                capabilities=able,
                root_uri=folders[0].as_uri() if folders else None,
                workspace_folders=[types.WorkspaceFolder(f.as_uri(), f.name) for f in folders] or None,
                initialization_options=options,
            )
        )
        self.pulls = result.capabilities.diagnostic_provider is not None
        self.encoding = str(
            getattr(result.capabilities.position_encoding, "value", result.capabilities.position_encoding)
        )
        return result

    def open(self, uri: str, text: str, language: str = "python") -> None:
        """Open a document."""
        self.published = [params for params in self.published if params.uri != uri]
        self.texts[uri], self.versions[uri] = text, 1
        item = types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def close(self, uri: str) -> None:
        """Close a document."""
        del self.texts[uri]
        self.pulled.pop(uri, None)
        self.pulled_at.pop(uri, None)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def open_notebook(self, uri: str, cells: list[tuple[str, str]], kind: str = "jupyter-notebook") -> list[str]:
        """Open a notebook of cells (language, text); gives the cells' addresses."""
        uris = [f"vscode-notebook-cell:{uri.partition(':')[2]}#W{number}" for number in range(len(cells))]
        documents = []
        for cell, (language, text) in zip(uris, cells):
            self.texts[cell], self.versions[cell] = text, 1
            documents.append(types.TextDocumentItem(uri=cell, language_id=language, version=1, text=text))
        kinds = [
            types.NotebookCellKind.Markup if one[0] == "markdown" else types.NotebookCellKind.Code for one in cells
        ]
        made = [types.NotebookCell(kind=k, document=cell) for k, cell in zip(kinds, uris)]
        notebook = types.NotebookDocument(uri=uri, notebook_type=kind, version=1, cells=made)
        synced = [one for one in documents if one.language_id == "python"]
        self.client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(notebook, synced))
        return uris

    def change_notebook(self, uri: str, version: int, cells: types.NotebookDocumentCellChanges) -> None:
        """Tell of changed cells."""
        identifier = types.VersionedNotebookDocumentIdentifier(version=version, uri=uri)
        change = types.NotebookDocumentChangeEvent(cells=cells)
        self.client.notebook_document_did_change(types.DidChangeNotebookDocumentParams(identifier, change))

    def rewrite_cell(self, notebook: str, version: int, cell: str, text: str) -> None:
        """Replace the whole text of a cell."""
        self.texts[cell] = text
        self.versions[cell] += 1
        document = types.VersionedTextDocumentIdentifier(uri=cell, version=self.versions[cell])
        whole = types.TextDocumentContentChangeWholeDocument(text=text)
        content = types.NotebookDocumentCellContentChanges(document=document, changes=[whole])
        self.change_notebook(notebook, version, types.NotebookDocumentCellChanges(text_content=[content]))

    def edit(self, uri: str, start: int, end: int, new: str, sent_as: str | None = None) -> None:
        """Replace a range of code points, and tell the server."""
        text = self.texts[uri]
        where = types.Range(position(text, start, self.encoding), position(text, end, self.encoding))
        self.texts[uri] = text[:start] + new + text[end:]
        self.versions[uri] += 1
        self._tell(uri, types.TextDocumentContentChangePartial(range=where, text=new), sent_as)

    def replace(self, uri: str, old: str, new: str) -> None:
        """Replace the first occurrence of a piece of text."""
        start = self.texts[uri].index(old)
        self.edit(uri, start, start + len(old), new)

    def rewrite(self, uri: str, text: str) -> None:
        """Replace the whole text."""
        self.texts[uri] = text
        self.versions[uri] += 1
        self._tell(uri, types.TextDocumentContentChangeWholeDocument(text=text))

    def _tell(self, uri: str, change: types.TextDocumentContentChangeEvent, sent_as: str | None = None) -> None:
        identifier = types.VersionedTextDocumentIdentifier(uri=sent_as or uri, version=self.versions[uri])
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))

    async def diagnostics(self, uri: str, version: int | None = None) -> list[types.Diagnostic]:
        """The diagnostics of a version of a document (the present one), as soon as they are published."""
        if self.pulls:
            return await self.pull(uri)
        wanted = self.versions[uri] if version is None else version

        async def look() -> list[types.Diagnostic]:
            while True:
                for params in reversed(self.published):
                    if params.uri == uri and params.version == wanted:
                        return list(params.diagnostics)
                self._news.clear()
                await self._news.wait()

        return await asyncio.wait_for(look(), PATIENCE)

    async def pull(self, uri: str) -> list[types.Diagnostic]:
        """The diagnostics of a document as the server answers when it is asked."""
        before, known = self.pulled.get(uri, (None, []))
        self.pulled_at[uri] = self.versions.get(uri, 0)
        params = types.DocumentDiagnosticParams(
            text_document=types.TextDocumentIdentifier(uri), identifier="prelower", previous_result_id=before
        )
        asked = self.client.text_document_diagnostic_async(params)
        report = await asyncio.wait_for(asked, PATIENCE)
        if report.kind == "unchanged":
            assert before is not None
            assert report.result_id == before
            return known
        self.pulled[uri] = report.result_id, list(report.items)
        return list(report.items)

    def under(self, uri: str, where: types.Range) -> str:
        """The piece of text that a mark is drawn under."""
        text = self.texts[uri]
        return text[offset(text, where.start, self.encoding) : offset(text, where.end, self.encoding)]

    async def rest(self, uri: str) -> list[types.Diagnostic]:
        """What is shown for a document when the server has nothing left to do."""
        await self.ask("prelower/rest")
        if self.pulls and not uri.endswith(".toml"):
            return await self.pull(uri)
        last = [params for params in self.published if params.uri == uri]
        return list(last[-1].diagnostics) if last else []

    def complaints(self) -> list[str]:
        """The errors and warnings that the server has logged."""
        return [one.message for one in self.client.log_messages if one.type <= types.MessageType.Warning]

    async def ask(self, method: str, **params: object) -> Any:
        """The answer to a request of ours."""
        return await asyncio.wait_for(self.client.protocol.send_request_async(method, params), PATIENCE)

    async def count(self) -> dict[str, Any]:
        """What the server has done."""
        return json.loads(await self.ask("prelower/count"))

    async def hover(self, uri: str, piece: str) -> types.Hover | None:
        """What hovering over the first occurrence of a piece of text shows."""
        text = self.texts[uri]
        place = position(text, text.index(piece), self.encoding)
        return await self.client.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(uri), place))

    async def complete(self, uri: str, piece: str) -> types.CompletionList | None:
        """What is offered behind the first occurrence of a piece of text."""
        text = self.texts[uri]
        place = position(text, text.index(piece) + len(piece), self.encoding)
        params = types.CompletionParams(types.TextDocumentIdentifier(uri), place)
        return await self.client.text_document_completion_async(params)

    def choose(self, uri: str, offered: types.CompletionList, label: str) -> None:
        """Take one of the things offered, and tell the server."""
        [item] = [item for item in offered.items if item.label == label]
        self.rewrite(uri, apply(self.texts[uri], [item.text_edit], self.encoding))

    async def actions(
        self, uri: str, piece: str, only: list[str] | None = None, told: list[types.Diagnostic] = ()
    ) -> list[types.CodeAction]:
        """The code actions for the first occurrence of a piece of text."""
        text = self.texts[uri]
        start = text.index(piece)
        where = types.Range(position(text, start, self.encoding), position(text, start + len(piece), self.encoding))
        context = types.CodeActionContext(diagnostics=list(told), only=only)
        return await self.actions_in(uri, where, context)

    async def actions_in(
        self, uri: str, where: types.Range, context: types.CodeActionContext
    ) -> list[types.CodeAction]:
        """The code actions in a range."""
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), where, context)
        return list(await self.client.text_document_code_action_async(params) or [])

    def perform(self, action: types.CodeAction) -> None:
        """Make the edits of an action, as an editor does, and tell the server."""
        edit = action.edit
        assert edit is not None
        pieces = {change.text_document.uri: change for change in edit.document_changes or []}
        for uri, change in pieces.items():
            assert change.text_document.version == self.versions[uri], "an edit of another version"
        changes = {uri: change.edits for uri, change in pieces.items()} or edit.changes or {}
        for uri, edits in changes.items():
            self.rewrite(uri, apply(self.texts[uri], list(edits), self.encoding))

    async def run(self, command: str) -> Any:
        """The answer of one of the server's commands."""
        params = types.ExecuteCommandParams(command=command)
        return await asyncio.wait_for(self.client.workspace_execute_command_async(params), PATIENCE)

    async def until(self, holds: Any) -> None:
        """Return once something holds that the server's messages bring about."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, "it did not come"
            await asyncio.sleep(0.01)

    async def quit(self) -> int:
        """Say goodbye as the protocol wants it; gives the exit code."""
        server = self.client._server
        assert server is not None
        if server.returncode is None:
            await asyncio.wait_for(self.client.shutdown_session(), PATIENCE)
        code = await asyncio.wait_for(server.wait(), PATIENCE)
        await self.client.stop()
        assert self.faults == []
        if self.pulls:
            assert [params.uri for params in self.published if not params.uri.endswith(".toml")] == []
        return code
