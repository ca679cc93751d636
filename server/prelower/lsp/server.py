"""The language server: pygls with our own ends, and one function per feature."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams, JsonRpcMethodNotFound
from pygls.lsp.server import LanguageServer

from prelower import __version__
from prelower.lsp import commands, diagnostics, features, notebooks
from prelower.lsp.checking import Checking
from prelower.lsp.entries import Entry, Snapshot
from prelower.lsp.everywhere import Everywhere
from prelower.lsp.log import Log
from prelower.lsp.pipe import Input, Output, claim_standard_streams
from prelower.lsp.progress import Progress
from prelower.lsp.protocol import Protocol
from prelower.lsp.schedule import Schedule
from prelower.lsp.session import MakeEngine, Session

if TYPE_CHECKING:
    from prelower.engine import Engine
    from prelower.findings import Finding

SWITCH_INTERVAL = 0.0005
"""Seconds after which a busy look-up thread must let the loop run; Python's own 5 ms can be felt."""


class PrelowerServer(LanguageServer):
    """The server object: features find the session and the schedule here."""

    protocol: Protocol

    def __init__(self, make_engine: MakeEngine | None = None) -> None:
        sync = types.TextDocumentSyncKind.Incremental
        super().__init__("prelower", __version__, sync, notebooks.SYNC, protocol_cls=Protocol)
        self.log = Log(self.window_log_message)
        self.session = Session(make_engine or _make_engine, self._say_problems, self._made)
        self.checking = Checking(self.session, self._publish, self.failed, self.show, self)
        self.schedule = Schedule(self.checking.check, self._more, self.checking.ready)
        self.everywhere = Everywhere(self)
        self._troubles: dict[int, int] = {}
        self._told_of_trouble = False
        self._refreshing: Future[object] | None = None
        self._refresh_again = False
        self._input: Input | None = None
        self._stopped: asyncio.Future[int] | None = None
        features.register(self)

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

    def say(self, level: str, text: str) -> None:
        """Write a line to the log."""
        self.log.write(level, text)

    def note(self, text: str) -> None:
        """Write a line for those who look for a fault."""
        self.log.write("debug", text)

    def work(self, title: str) -> Progress:
        """Begin work that may take long."""
        return Progress(self, title)

    def show(self, text: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show one line to the user."""
        self.window_show_message(types.ShowMessageParams(type=kind, message=text))

    def failed(self, what: str, error: BaseException) -> None:
        """Log an unexpected error, in one line."""
        self.say("error", f"{what}: {one_line(error)}")

    def looked_up(self, engine: Engine) -> None:
        """Log what went wrong with look-ups; the user is told once, and not of what may go better the next time."""
        troubles = engine.troubles()
        new = troubles[self._troubles.get(id(engine), 0) :]
        self._troubles[id(engine)] = len(troubles)
        for trouble in new:
            self.say("warning", f"A look-up failed: {trouble}")
        lasting = engine.troubles(lasting=True)
        if lasting and not self._told_of_trouble:
            self._told_of_trouble = True
            text = f"prelower: looking up a name failed ({lasting[0]}); what depends on it is not checked. See the log."
            self.show(text, types.MessageType.Warning)

    def _made(self, root: str, engine: Engine) -> None:
        self._troubles.pop(id(engine), None)
        self.say("info", commands.looked_at(root, engine))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what pygls caught, which by itself would pop up."""
        if not isinstance(error, (JsonRpcMethodNotFound, JsonRpcInvalidParams)):
            self.failed("Error in a handler", error)

    def _publish(self, entry: Entry, snapshot: Snapshot, findings: tuple[Finding, ...]) -> None:
        diagnostics.publish(self, entry, snapshot, findings)

    def _say_problems(self) -> None:
        diagnostics.publish_problems(self)

    def refresh(self) -> None:
        """Ask a client that pulls diagnostics to pull again; a question that waits is not asked twice."""
        if self._refreshing is not None:
            self._refresh_again = True
            return
        self._refresh_again = False
        self._refreshing = self.protocol.send_request(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        self._refreshing.add_done_callback(self._refreshed)

    def _refreshed(self, answer: Future[object]) -> None:
        self._refreshing = None
        if not answer.cancelled():
            answer.exception()
        if self._refresh_again:
            self.refresh()

    # Documents

    def check_all(self) -> None:
        """Check all open documents again."""
        self.everywhere.wake()
        for key in self.session.entries:
            self.schedule.soon(key)

    def check_with_readers(self, key: str) -> None:
        """Check a document and the open ones whose answers may depend on it."""
        if key in self.session.entries:
            self.checking.moved(self.session.entries[key])
        for one in [key, *self.session.readers_of(key)]:
            self.schedule.soon(one)


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
    # pygls logs each sent body, each cancelled request that was answered already, and wrong messages as tracebacks.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    sys.setswitchinterval(SWITCH_INTERVAL)
    server = PrelowerServer(make_engine)
    return asyncio.run(server.serve(stdin, stdout))
