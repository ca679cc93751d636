"""The worker's process: started when it is needed, one job at a time, killed when a job takes too long."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time

from prelower.values.model import Question

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")
_DROPPED = ("PYTHON", "LD_PRELOAD", "DYLD_", "VIRTUAL_ENV", "CONDA_PREFIX")


class Stopped(Exception):
    """The worker has ended, with the reason as far as it is known."""


class TooSlow(Exception):
    """The worker did not answer in time; it has been killed."""


class Process:
    """A running worker."""

    def __init__(self, folders: tuple[str, ...], settings: dict[str, object]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-W", "ignore", WORKER, *folders],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # The current folder is never the opened one: nothing in it must be found by accident.
            cwd=os.path.dirname(WORKER) if os.name == "nt" else os.sep,
            env={name: value for name, value in os.environ.items() if not name.startswith(_DROPPED)},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self.pid = self._process.pid
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.asked = 0
        """How many questions it was given; the last one's number."""
        threading.Thread(target=self._read, name="prelower look-up answers", daemon=True).start()
        self._send(settings)

    def ask(self, question: Question, seconds: float) -> dict[str, object]:
        """The answer to one question, as JSON; raises Stopped or TooSlow."""
        self.asked += 1
        self._send({"id": self.asked, "kind": question.kind, "name": question.name})
        end = time.monotonic() + seconds
        while True:
            answer = self._receive(end - time.monotonic())
            if "fatal" in answer:
                self.kill()
                raise Stopped(str(answer["fatal"]))
            if answer.get("id") == self.asked:
                return answer

    def kill(self) -> None:
        """End the process at once, without waiting for anything it does."""
        self._process.kill()
        try:
            if self._process.stdin is not None:
                self._process.stdin.close()
        except OSError:
            pass
        try:
            self._process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            pass

    def _send(self, message: dict[str, object]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:  # ValueError: closed by `kill` in another thread
            raise Stopped(self._reason()) from error

    def _receive(self, seconds: float) -> dict[str, object]:
        try:
            line = self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            self.kill()
            raise TooSlow from None
        if line is None:
            raise Stopped(self._reason())
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        return answer if isinstance(answer, dict) else {}

    def _reason(self) -> str:
        while not self._lines.empty():  # what it said last, before the pipe broke
            line = self._lines.get()
            if line and b'"fatal"' in line:
                return str(json.loads(line)["fatal"])
        try:
            return f"it ended with code {self._process.wait(timeout=0.5)}"
        except subprocess.TimeoutExpired:
            return "its pipe broke"

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)
