"""Diagnostics of all files of the opened folders, for those who have asked for them.

A client that pulls holds one question open all the time, which is answered as soon as there is
something new; asked again and again it would cost a good part of a processor. To others it is pushed.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types

from prelower.config.apply import applied, excluded
from prelower.config.find import nearest
from prelower.discover import python_files
from prelower.lsp import diagnostics, pull
from prelower.lsp.addresses import document_key, file_uri, top_of
from prelower.lsp.cells import Cell
from prelower.lsp.entries import Entry, Shown, Snapshot
from prelower.lsp.progress import Progress
from prelower.lsp.project import judged, project_of
from prelower.text.source import Source, Unreadable, read_source

if TYPE_CHECKING:
    from prelower.config.model import Config
    from prelower.engine import Analysis
    from prelower.lsp.server import PrelowerServer

REST = 0.3
"""For how long changes are gathered before all files are looked at again, in seconds."""
BATCH = 50
"""How many answers are sent at once to a client that takes them piece by piece."""

Report = types.WorkspaceFullDocumentDiagnosticReport


class Found(NamedTuple):
    """What was found in a file, and the id of this answer."""

    uri: str
    diagnostics: tuple[types.Diagnostic, ...]
    result_id: str


class Everywhere:
    """Goes through all files, again whenever something has changed."""

    def __init__(self, server: PrelowerServer) -> None:
        self._server = server
        self._changed = asyncio.Event()
        self._again: set[str] = set()
        self._pushed: dict[str, tuple[types.Diagnostic, ...]] = {}
        self._pushing: asyncio.Task[None] | None = None

    def wake(self, key: str | None = None) -> None:
        """Look again; the document of the key, which the client has just closed, is told of in any case."""
        if key is not None and self._wanted():
            self._again.add(key)
        self._changed.set()
        client = self._server.session.client
        if self._pushing is None and not client.pulls and self._wanted():
            self._pushing = asyncio.ensure_future(self._push())
            self._pushing.add_done_callback(self._stopped)

    def _stopped(self, task: asyncio.Task[None]) -> None:
        self._pushing = None
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._server.failed("Could not check all files", error)

    async def answer(self, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        """What has changed since the answers that the client has; waits until something has."""
        known = {document_key(one.uri): one for one in params.previous_result_ids}
        send = self._sender(params.partial_result_token)
        await self._server.schedule.released()
        while True:
            self._changed.clear()
            if self._wanted():
                reports = await self._reports(known, send, params.work_done_token)
            else:
                reports, send = [Report(items=[], uri=one.uri) for one in known.values()], None
            if reports:
                return types.WorkspaceDiagnosticReport(items=[] if send is not None else list(reports))
            await self._changed.wait()
            await asyncio.sleep(REST)

    def _wanted(self) -> bool:
        return self._server.session.common().workspace_diagnostics

    def _sender(self, token: types.ProgressToken | None) -> Callable[[list[Report]], None] | None:
        """Sends answers piece by piece, where the client takes them so."""
        if token is None:
            return None

        def send(reports: list[Report]) -> None:
            part = types.WorkspaceDiagnosticReportPartialResult(items=list(reports))
            self._server.protocol.notify(types.PROGRESS, types.ProgressParams(token, part))

        return send

    async def _reports(
        self,
        known: dict[str, types.PreviousResultId],
        send: Callable[[list[Report]], None] | None,
        token: types.ProgressToken | None,
    ) -> list[Report]:
        """The answers that differ from the known ones; the known ones of files that are gone are emptied."""
        reports: list[Report] = []
        waiting: list[Report] = []
        missing = dict(known)
        again, self._again = self._again, set()
        async for found in self._files(token):
            key = document_key(found.uri)
            before = missing.pop(key, None)
            same = before.value == found.result_id if before is not None else not found.diagnostics
            if not same or key in again:
                waiting.append(_report(found))
            if send is not None and len(waiting) >= BATCH:
                send(waiting)
                reports, waiting = reports + waiting, []
        waiting += [
            Report(items=[], uri=one.uri) for key, one in missing.items() if key not in self._server.session.entries
        ]
        if send is not None and waiting:
            send(waiting)
        return reports + waiting

    async def _files(self, token: types.ProgressToken | None) -> AsyncIterator[Found]:
        """What is found in each file that is not open."""
        progress = Progress(self._server, "prelower: checking all files", token)
        try:
            for root in dict.fromkeys(self._server.session.folders()):
                for number, path in enumerate(await self._paths(root)):
                    if number % 100 == 0:
                        progress.report(f"{number} files")
                    found = await self._one(root, path)
                    if found is not None:
                        yield found
        finally:
            progress.end()

    async def _paths(self, root: str) -> list[str]:
        """The files of an opened folder, but for those of one inside it: an open file is the innermost one's, too."""
        # In the thread: only the loop may touch the session.
        configs: dict[str, Config] = {}
        folders = self._server.session.folders()

        def left_out(path: str, top: str) -> bool:
            home = nearest(os.path.dirname(path), root)
            if home not in configs:
                configs[home] = project_of(home).config
            return excluded(path, configs[home])

        def listed() -> list[str]:
            return [path for path in python_files([root], left_out) if top_of(path, folders) == root]

        return await self._beside(f"list {root}", listed)

    async def _one(self, root: str, path: str) -> Found | None:
        session = self._server.session
        root = session.root_at(path)
        if session.by_path(path) is not None or (engine := session.engine(root)) is None:
            return None

        def job() -> tuple[Source, Analysis] | None:
            source = _readable(path)
            return None if source is None else (source, engine.settle(source))

        try:
            done = await self._beside(path, job)
        except Exception as error:  # noqa: BLE001 - no file may keep the others from being checked
            self._server.failed(f"Could not check {path}", error)
            return None
        if done is None:
            return None
        source, analysis = done
        findings = applied(analysis.findings, judged(session.settings(root), session.project(root).config))
        return self._found(root, source, analysis._replace(findings=findings))

    def _found(self, root: str, source: Source, analysis: Analysis) -> Found:
        server, uri = self._server, file_uri(source.path)
        snapshot = Snapshot(document_key(uri), uri, None, "python", source, root, (Cell(uri, None),))
        shown = diagnostics.to_diagnostics(server.session, snapshot, analysis.findings)
        assert server.session.workspace is not None
        entry = Entry(server.session.workspace.exact_document(uri))
        entry.analysis, entry.shown = analysis, Shown(shown, analysis.findings)
        return Found(uri, shown[uri], pull.result_id(server, entry, snapshot, uri))

    async def _beside(self, key: str, job: Callable[[], Any]) -> Any:
        """The result of a job in the thread for what takes long; given up with the question that asked for it."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()

        def run() -> None:
            try:
                result, error = job(), None
            except Exception as exception:  # noqa: BLE001 - told to whoever waits
                result, error = None, exception
            loop.call_soon_threadsafe(_settle, done, result, error)

        self._server.checking.deep.submit(f"everywhere {key}", run)
        try:
            return await done
        except asyncio.CancelledError:
            self._server.checking.deep.forget(f"everywhere {key}")
            raise

    async def _push(self) -> None:
        """Tell a client that does not pull, as long as that is wanted."""
        while True:
            self._changed.clear()
            now = {found.uri: found.diagnostics async for found in self._files(None)} if self._wanted() else {}
            for uri in dict.fromkeys([*now, *self._pushed]):
                opened = document_key(uri) in self._server.session.entries
                if not opened and (now.get(uri, ()) != self._pushed.get(uri, ()) or document_key(uri) in self._again):
                    params = types.PublishDiagnosticsParams(uri=uri, diagnostics=list(now.get(uri, ())))
                    self._server.text_document_publish_diagnostics(params)
            self._pushed = {uri: told for uri, told in now.items() if told}
            self._again.clear()
            await self._changed.wait()
            await asyncio.sleep(REST)


def _report(found: Found) -> Report:
    return Report(items=list(found.diagnostics), uri=found.uri, result_id=found.result_id)


def _settle(done: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if done.done():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)


def _readable(path: str) -> Source | None:
    """A file that can be read, whatever is in it."""
    try:
        return read_source(path)
    except Unreadable:
        return None
