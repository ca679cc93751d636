"""The language server: pygls with our own ends, and one function per feature."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcMethodNotFound
from pygls.lsp.server import LanguageServer

from prelower import __version__
from prelower.lsp import code_actions, completion, configuration, diagnostics, hover, parent, telling
from prelower.lsp.checking import Checking
from prelower.lsp.client import client_of
from prelower.lsp.pipe import Input, Output, claim_standard_streams
from prelower.lsp.protocol import Protocol
from prelower.lsp.schedule import Schedule
from prelower.lsp.session import Entry, MakeEngine, Session, Snapshot
from prelower.lsp.workspace import ExactWorkspace, encoding_of

if TYPE_CHECKING:
    from prelower.engine import Engine
    from prelower.findings import Finding

SWITCH_INTERVAL = 0.0005
"""Seconds after which a busy look-up thread must let the loop run; Python's own 5 ms can be felt."""


class PrelowerServer(LanguageServer):
    """The server object: features find the session and the schedule here."""

    protocol: Protocol

    def __init__(self, make_engine: MakeEngine | None = None) -> None:
        super().__init__("prelower", __version__, types.TextDocumentSyncKind.Incremental, protocol_cls=Protocol)
        self.session = Session(make_engine or _make_engine, self._say_problems)
        self.checking = Checking(self.session, self._publish, self.failed, self.show)
        self.schedule = Schedule(self.checking.check, self._more)
        self._input: Input | None = None
        self._stopped: asyncio.Future[int] | None = None
        _register(self)

    # Life

    async def serve(self, stdin: int, stdout: int) -> int:
        """Talk to the client until it goes; gives the exit code."""
        loop = asyncio.get_running_loop()
        self._stopped = loop.create_future()

        def post(function: Callable[..., None], *arguments: object) -> None:
            try:
                loop.call_soon_threadsafe(function, *arguments)
            except RuntimeError:
                pass  # The loop is closed: nobody listens any more.

        self.protocol.set_writer(Output(stdout, lambda: self.stop(1)))
        self._input = Input(stdin, lambda bodies: post(self._receive, bodies), lambda: post(self._ended))
        self._input.start()
        return await self._stopped

    def stop(self, code: int) -> None:
        """End the process with that exit code."""
        if self._stopped is not None and not self._stopped.done():
            self._stopped.set_result(code)

    def _receive(self, bodies: list[bytes]) -> None:
        for body in bodies:
            if self._stopped is None or self._stopped.done():
                return
            try:
                self.protocol.receive(body)
            except Exception as error:  # noqa: BLE001 - no message may end the server
                self.failed("Could not handle a message", error)

    def _ended(self) -> None:
        self.stop(0 if self.protocol._shutdown else 1)

    def _more(self) -> bool | None:
        return self._input is not None and self._input.more()

    # What is said to the client

    def log(self, text: str, kind: types.MessageType = types.MessageType.Error) -> None:
        """Write one line to the client's log."""
        self.window_log_message(types.LogMessageParams(type=kind, message=text))

    def show(self, text: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show one line to the user."""
        self.window_show_message(types.ShowMessageParams(type=kind, message=text))

    def failed(self, what: str, error: BaseException) -> None:
        """Log an unexpected error, in one line."""
        self.log(f"{what}: {one_line(error)}")

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what pygls caught, which by itself would pop up."""
        if not isinstance(error, JsonRpcMethodNotFound):
            self.failed("Error in a handler", error)

    def _publish(self, entry: Entry, snapshot: Snapshot, findings: tuple[Finding, ...]) -> None:
        diagnostics.publish(self, entry, snapshot, findings)

    def _say_problems(self) -> None:
        diagnostics.publish_problems(self)

    # Documents

    def check_all(self) -> None:
        """Check all open documents again."""
        for key in self.session.entries:
            self.schedule.soon(key)

    def check_with_readers(self, key: str) -> None:
        """Check a document and the open ones whose answers depend on it."""
        for one in [key, *self.session.readers_of(key)]:
            self.schedule.soon(one)


def initialize(server: PrelowerServer, params: types.InitializeParams) -> None:
    """Learn who is at the other end, and put our own documents in place of pygls'."""
    workspace = ExactWorkspace.instead_of(server.workspace, list(params.workspace_folders or []))
    server.protocol._workspace = server.session.workspace = workspace
    server.session.client = client_of(params.capabilities, encoding_of(workspace.position_encoding))
    configuration.begin(server, params.initialization_options)
    parent.watch(params.process_id, lambda: server.stop(1))


def did_open(server: PrelowerServer, params: types.DidOpenTextDocumentParams) -> None:
    """Check a document that was opened."""
    key = server.session.opened(params.text_document.uri)
    configuration.reload(server)
    server.check_with_readers(key)


def did_change(server: PrelowerServer, params: types.DidChangeTextDocumentParams) -> None:
    """Check a document whose text has changed."""
    server.check_with_readers(server.session.key(params.text_document.uri))


def did_close(server: PrelowerServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a document and take its diagnostics away."""
    key = server.session.key(params.text_document.uri)
    readers = list(server.session.readers_of(key))
    entry = server.session.entries.pop(key)
    server.schedule.forget(key)
    server.checking.forget(key)
    diagnostics.withdraw(server, entry)
    for reader in readers:
        server.schedule.soon(reader)


def shutdown(server: PrelowerServer, params: object) -> None:
    """Let go of what runs beside us."""
    server.session.close()


NOTIFICATIONS: dict[str, Callable[[PrelowerServer, Any], None]] = {
    types.INITIALIZE: initialize,
    types.INITIALIZED: configuration.initialized,
    types.SHUTDOWN: shutdown,
    types.TEXT_DOCUMENT_DID_OPEN: did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: did_close,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: configuration.changed,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: configuration.folders_changed,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: configuration.files_changed,
}
"""What changes the session, in the order of the client's messages."""

REQUESTS: dict[str, tuple[Callable[[PrelowerServer, Any], Awaitable[object]], object]] = {
    types.TEXT_DOCUMENT_HOVER: (hover.hover, types.HoverOptions()),
    types.TEXT_DOCUMENT_COMPLETION: (completion.completion, completion.OPTIONS),
    types.TEXT_DOCUMENT_CODE_ACTION: (code_actions.code_action, code_actions.OPTIONS),
    telling.INFO: (telling.info, None),
    telling.EXPLAIN: (telling.explain, None),
}
"""What only asks: tasks, so that one that is cancelled in time is never run."""


def _register(server: PrelowerServer) -> None:
    for method, handler in NOTIFICATIONS.items():
        server.feature(method)(_told(server, handler))
    for method, (handler_, options) in REQUESTS.items():
        server.feature(method, options)(_asked(server, method, handler_))


def _told(server: PrelowerServer, handler: Callable[[PrelowerServer, Any], None]) -> Callable[[Any], None]:
    def take(params: Any = None) -> None:
        handler(server, params)

    return take


def _asked(
    server: PrelowerServer, method: str, handler: Callable[[PrelowerServer, Any], Awaitable[object]]
) -> Callable[[Any], Awaitable[object]]:
    async def answer(params: Any) -> object:
        try:
            return await handler(server, params)
        except Exception as error:  # noqa: BLE001 - editors show failed requests to the user
            server.failed(f"Could not answer {method}", error)
            return None

    return answer


def one_line(error: BaseException) -> str:
    """An error, its first line and the place it came from."""
    text = str(error).strip().partition("\n")[0]
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})"
    return f"{type(error).__name__}: {text}{place}"


def _make_engine(root: str, **options: Any) -> Engine:
    # Loaded at the first file with a trigger word: until then nothing but pygls is in memory.
    from prelower.engine import make_engine

    return make_engine(root, **options)


def leave_folder_out() -> None:
    """Take the folder that the server was started in off the module path: its `json.py` is not ours."""
    ours = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    here = os.getcwd()
    sys.path[:] = [place for place in sys.path if os.path.abspath(place) != here or here == ours]


def main(argv: Sequence[str] = (), make_engine: MakeEngine | None = None) -> int:
    """Serve a client on standard input and output; gives the exit code.

    Arguments are ignored: editors add ones of their own, such as `--stdio`.
    """
    leave_folder_out()
    stdin, stdout = claim_standard_streams()
    # pygls logs each sent body, and warns of each cancelled request that was answered already.
    logging.getLogger("pygls.protocol.json_rpc").setLevel(logging.ERROR)
    sys.setswitchinterval(SWITCH_INTERVAL)
    server = PrelowerServer(make_engine)
    return asyncio.run(server.serve(stdin, stdout))
