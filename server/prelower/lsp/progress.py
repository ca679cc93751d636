"""Work that takes longer than a second is shown to the user while it lasts; shorter work is not."""

from __future__ import annotations

import asyncio
import itertools
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer

PATIENCE = 1.0
"""For how long work goes on before it is shown, in seconds."""

_numbers = itertools.count(1)


class Progress:
    """One piece of work; `token` is the client's own where it has asked for progress."""

    def __init__(self, server: PrelowerServer, title: str, token: types.ProgressToken | None = None) -> None:
        self._server = server
        self._title = title
        self._given = token is not None
        self._token = token if token is not None else f"prelower-{next(_numbers)}"
        self._begun = False
        self._ended = False
        self._timer: asyncio.TimerHandle | None = None
        if self._given or server.session.client.progress:
            self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._show)

    def report(self, text: str) -> None:
        """Say how far it is."""
        if self._begun and not self._ended:
            self._tell(types.WorkDoneProgressReport(message=text))

    def end(self) -> None:
        """Say that it is done, where it was said that it has begun."""
        if self._timer is not None:
            self._timer.cancel()
        if self._begun and not self._ended:
            self._tell(types.WorkDoneProgressEnd())
        self._ended = True

    def _show(self) -> None:
        if self._given:
            self._begin()
            return
        params = types.WorkDoneProgressCreateParams(self._token)
        asked = self._server.protocol.send_request(types.WINDOW_WORK_DONE_PROGRESS_CREATE, params)
        asked.add_done_callback(self._created)

    def _created(self, answer: Future[Any]) -> None:
        if not answer.cancelled() and answer.exception() is None and not self._ended:
            self._begin()

    def _begin(self) -> None:
        self._begun = True
        self._tell(types.WorkDoneProgressBegin(title=self._title))

    def _tell(self, value: Any) -> None:
        self._server.protocol.notify(types.PROGRESS, types.ProgressParams(self._token, value))
