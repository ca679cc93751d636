"""When documents are checked: at once, but after all that is already in the pipe."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

PATIENCE = 0.02
"""For how long a check waits for messages that keep coming, in seconds."""
PAUSE = 0.001
BLIND_PAUSE = 0.002
"""The wait where the system cannot say whether there is more in the pipe."""


class Schedule:
    """Runs one check per document once the client has paused."""

    def __init__(
        self, check: Callable[[str], None], more: Callable[[], bool | None], ready: Callable[[str], Awaitable[None]]
    ) -> None:
        self._check = check
        self._ready = ready
        self._more = more
        self._due: dict[str, None] = {}
        self._armed = False
        self._released = asyncio.Event()

    def soon(self, key: str) -> None:
        """Check a document when the messages that are there have been read."""
        self._due[key] = None
        self._arm()

    async def released(self) -> None:
        """Return once what the checks need to know is there."""
        await self._released.wait()

    async def caught_up(self, key: str) -> None:
        """Return once a document has been checked as it is now."""
        await self._released.wait()
        self._check_if_due(key)
        await self._ready(key)
        self._check_if_due(key)

    def _check_if_due(self, key: str) -> None:
        if key in self._due:
            del self._due[key]
            self._check(key)

    def forget(self, key: str) -> None:
        """Check it no more."""
        self._due.pop(key, None)

    def release(self) -> None:
        """Begin: what the checks need to know is there."""
        self._released.set()
        self._arm()

    def _arm(self) -> None:
        if self._due and not self._armed and self._released.is_set():
            self._armed = True
            loop = asyncio.get_running_loop()
            loop.call_soon(self._step, loop.time() + PATIENCE, False)

    def _step(self, deadline: float, waited: bool) -> None:
        loop = asyncio.get_running_loop()
        more = self._more()
        if more is None and not waited:
            loop.call_later(BLIND_PAUSE, self._step, deadline, True)
        elif more and loop.time() < deadline:
            loop.call_later(PAUSE, self._step, deadline, True)
        else:
            self._run()

    def _run(self) -> None:
        self._armed = False
        due, self._due = self._due, {}
        for key in due:
            self._check(key)
