"""One daemon thread for what takes long, so that it never holds up typing, hover or the end of the process."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Deep:
    """Runs jobs one at a time; of several jobs of one key only the newest is run."""

    def __init__(self) -> None:
        self._jobs: dict[str, Callable[[], None]] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._running = False

    @property
    def busy(self) -> bool:
        """Whether a job is run or waits."""
        return self._running or bool(self._jobs)

    def submit(self, key: str, job: Callable[[], None]) -> None:
        """Run a job soon, in place of an older one of the same key that waits."""
        with self._changed:
            self._jobs[key] = job
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="prelower-deep", daemon=True)
                self._thread.start()
            self._changed.notify()

    def forget(self, key: str) -> None:
        """Drop the job of a key that waits."""
        with self._changed:
            self._jobs.pop(key, None)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._jobs)
                job = self._jobs.pop(next(iter(self._jobs)))
                self._running = True
            job()
            self._running = False
