"""What the server says of itself: lines with a level, to the client and, where that is set, to a file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import IO

from lsprotocol import types

KINDS = {
    "error": types.MessageType.Error,
    "warning": types.MessageType.Warning,
    "info": types.MessageType.Info,
    "debug": types.MessageType.Log,
}


class Log:
    """Writes lines; those said before the settings are known are kept for them."""

    def __init__(self, send: Callable[[types.LogMessageParams], None]) -> None:
        self._send = send
        self._level = len(KINDS)
        self._path: str | None = None
        self._file: IO[str] | None = None
        self._early: list[tuple[str, str]] | None = []

    def configure(self, level: str, path: str | None) -> str | None:
        """Use a level and a file; gives what is wrong with the file."""
        self._level = list(KINDS).index(level)
        problem = self._reopen(path)
        early, self._early = self._early or [], None
        for one in early:
            self.write(*one)
        return problem

    def write(self, level: str, text: str) -> None:
        """Write a line, unless its level is not wanted."""
        if self._early is not None:
            self._early.append((level, text))
        elif list(KINDS).index(level) <= self._level:
            self._send(types.LogMessageParams(type=KINDS[level], message=text))
            self._keep(level, text)

    @property
    def detailed(self) -> bool:
        """Whether lines of the last level are wanted."""
        return self._early is None and self._level >= list(KINDS).index("debug")

    def close(self) -> None:
        """Let go of the file; what was never written is written now, wherever that goes."""
        if self._early is not None:
            self.configure("info", None)
        self._reopen(None)

    def _keep(self, level: str, text: str) -> None:
        if self._file is not None:
            try:
                self._file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {os.getpid()} {level}: {text}\n")
            except (OSError, ValueError):
                self._file = None  # The disk is full: the client still has the lines.

    def _reopen(self, path: str | None) -> str | None:
        if path == self._path:
            return None
        if self._file is not None:
            self._file.close()
        self._path, self._file = path, None
        if path is None:
            return None
        try:
            place = os.path.expanduser(path)
            self._file = open(place, "a", encoding="utf-8", errors="backslashreplace", buffering=1)  # noqa: SIM115
        except (OSError, ValueError) as error:  # ValueError: no name of a file, for it holds a NUL or half a character
            return f"The log file cannot be written: {error}"
        return None
