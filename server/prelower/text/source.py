"""A file's text, and how to read it from disk without ever being surprised."""

from __future__ import annotations

import codecs
import os
import re
import stat

from prelower.text.lines import Lines

MAX_BYTES = 2_000_000
"""Larger files are not looked at."""

# PEP 263: a comment in one of the first two lines, the first of them blank or a comment.
_COOKIE = re.compile(rb"^[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n)")


class Unreadable(Exception):
    """A file that cannot be read, and why, in one line."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path
        self.why = why


class Source:
    """A file's path and exact text; `encoding` and `bom` are what it has on disk."""

    __slots__ = ("_lines", "bom", "encoding", "path", "text")

    def __init__(self, path: str, text: str, encoding: str = "utf-8", bom: bool = False) -> None:
        self.path = path
        self.text = text
        self.encoding = encoding
        self.bom = bom
        self._lines: Lines | None = None

    def __repr__(self) -> str:
        return f"Source({self.path!r}, {len(self.text)} characters)"

    @property
    def lines(self) -> Lines:
        """The line table, made when first asked for."""
        if self._lines is None:
            self._lines = Lines(self.text)
        return self._lines

    def to_bytes(self, text: str) -> bytes:
        """A changed text as it is to be written back: same encoding, same BOM."""
        return (codecs.BOM_UTF8 if self.bom else b"") + text.encode(self.encoding)


def read_source(path: str) -> Source:
    """The file at a path as a Source without its BOM; raises Unreadable."""
    return decode_source(path, read_bytes(path))


def read_bytes(path: str) -> bytes:
    """The bytes of a regular file of bounded size; raises Unreadable."""
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise Unreadable(path, "is a directory")
        if not stat.S_ISREG(mode):
            # A pipe or a device would block, or never end.
            raise Unreadable(path, "not a regular file")
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise Unreadable(path, "no such file") from None
    except OSError as error:
        raise Unreadable(path, (error.strerror or str(error)).lower()) from None
    except ValueError:
        raise Unreadable(path, "not a possible path") from None
    if len(data) > MAX_BYTES:
        raise Unreadable(path, "too large")
    return data


def decode_source(path: str, data: bytes) -> Source:
    """The Source that a file's bytes hold, by its BOM or PEP 263 cookie; raises Unreadable."""
    bom = data.startswith(codecs.BOM_UTF8)
    encoding = "utf-8" if bom else _cookie(data) or "utf-8"
    try:
        text = data.decode("utf-8-sig" if bom else encoding)
    except LookupError:
        raise Unreadable(path, f"unknown encoding {encoding}") from None
    except ValueError:
        raise Unreadable(path, f"not {encoding}") from None
    return Source(path, text, encoding, bom)


def _cookie(data: bytes) -> str | None:
    head = data[:4096]
    found = _COOKIE.match(head)
    if found is None:
        blank = _BLANK.match(head)
        found = _COOKIE.match(head[blank.end() :]) if blank else None
    return found.group(1).decode("ascii", "replace") if found else None
