"""The server's two ends: whole messages from standard input, bytes to standard output.

pygls reads a line at a time through a pool of threads that must all end before the process can.
One daemon thread of our own reads what is there at once, so that the loop knows when the
client has nothing more to say, and so that the end of the input ends the process.
"""

from __future__ import annotations

import os
import re
import select
import sys
import threading
from collections.abc import Callable

CONTENT_LENGTH = re.compile(rb"(?im)^content-length[ \t]*:[ \t]*(\d+)[ \t]*\r?$")
END_OF_HEADER = re.compile(rb"\r?\n\r?\n")
READ_SIZE = 1 << 16


class Frames:
    """Cuts a stream of bytes into the bodies of its messages."""

    def __init__(self) -> None:
        self.rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The bodies that are whole now."""
        self.rest += data
        bodies = []
        while (body := self._next()) is not None:
            bodies.append(body)
        return bodies

    def _next(self) -> bytes | None:
        while (end := END_OF_HEADER.search(self.rest)) is not None:
            length = CONTENT_LENGTH.search(self.rest, 0, end.end())
            if length is None:
                # A header without a length cannot be followed by a body that we could find.
                del self.rest[: end.end()]
                continue
            stop = end.end() + int(length[1])
            if len(self.rest) < stop:
                return None
            body = bytes(self.rest[end.end() : stop])
            del self.rest[:stop]
            return body
        return None


class Input:
    """Reads messages in a daemon thread of its own, and hands them over in batches."""

    def __init__(self, descriptor: int, deliver: Callable[[list[bytes]], None], ended: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._deliver = deliver
        self._ended = ended
        self._frames = Frames()

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, name="prelower-input", daemon=True).start()

    def more(self) -> bool | None:
        """Whether the client has said more than was handed over; None where the system cannot tell."""
        if self._frames.rest:
            return True
        try:
            return bool(select.select([self._descriptor], [], [], 0)[0])
        except (OSError, ValueError):
            return None  # Windows selects sockets only.

    def _read(self) -> None:
        try:
            while data := os.read(self._descriptor, READ_SIZE):
                if bodies := self._frames.feed(data):
                    self._deliver(bodies)
        except OSError:
            pass
        finally:
            self._ended()


class Output:
    """Writes bytes to a descriptor at once; a client that is gone is told once."""

    def __init__(self, descriptor: int, lost: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._lost: Callable[[], None] | None = lost

    def write(self, data: bytes) -> None:
        """Write all of it."""
        view = memoryview(data)
        try:
            while view and self._lost is not None:
                view = view[os.write(self._descriptor, view) :]
        except OSError:
            self.close()

    def close(self) -> None:
        """Write no more."""
        if (lost := self._lost) is not None:
            self._lost = None
            lost()


def claim_standard_streams() -> tuple[int, int]:
    """The descriptors to talk to the client on, which no stray `print` can reach any more."""
    descriptors = os.dup(0), os.dup(1)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    try:
        os.dup2(2, 1)
    except OSError:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
    sys.stdout = sys.stderr
    if sys.platform == "win32":
        import msvcrt

        for descriptor in descriptors:
            msvcrt.setmode(descriptor, os.O_BINARY)
    return descriptors
