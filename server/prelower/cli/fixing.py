"""Applies fixes until none is left, and writes files without ever leaving half of one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from difflib import unified_diff
from typing import NamedTuple

from prelower.findings import Finding
from prelower.fixes import apply_all
from prelower.text.source import Source, Unreadable, read_bytes

ROUNDS = 10
"""A fix can uncover another; more than some rounds means that they undo each other."""

Findings = tuple[Finding, ...]


class Fixed(NamedTuple):
    """A fixed text, what was found before and after, and how many fixes were applied."""

    source: Source
    before: Findings
    findings: Findings
    applied: int


def fix(source: Source, check: Callable[[Source], Findings], unsafe: bool) -> Fixed:
    """The source with all fixes applied, again and again until nothing changes."""
    before = findings = check(source)
    total = 0
    for _ in range(ROUNDS):
        text, applied = apply_all(source, findings, unsafe)
        if not applied or text == source.text:
            break
        source = Source(source.path, text, source.encoding, source.bom)
        findings = check(source)
        total += applied
    return Fixed(source, before, findings, total)


def diff(name: str, old: Source, new: Source) -> bytes:
    """A unified diff, in the file's own encoding."""
    lines = unified_diff(_lines(old), _lines(new), f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines).encode(
        old.encoding, "backslashreplace"
    )


def _lines(source: Source) -> list[str]:
    """The lines with their ends; a lone CR ends none, since patch programs know LF only."""
    return [line + "\n" for line in source.text.split("\n")[:-1]] + [
        last for last in source.text.split("\n")[-1:] if last
    ]


def write(old: Source, new: Source) -> None:
    """Puts the new text in the file's place in one step; raises Unreadable where that cannot be done.

    Encoding, BOM, line ends and permissions stay, and a link stays a link.
    """
    path = os.path.realpath(old.path)
    try:
        _replace(path, rewritten(old, read_bytes(path), new))
    except OSError as error:
        raise Unreadable(old.path, f"not fixed: {(error.strerror or str(error)).lower()}") from None


def rewritten(old: Source, data: bytes, new: Source) -> bytes:
    """The bytes of the new text; raises Unreadable where the rest of the old ones would not stay the same."""
    try:
        if old.to_bytes(old.text) != data:
            raise Unreadable(old.path, f"not fixed: its bytes would not stay the same in {old.encoding}")
        return old.to_bytes(new.text)
    except UnicodeError:
        raise Unreadable(old.path, f"not fixed: the fix cannot be written in {old.encoding}") from None


def _replace(path: str, data: bytes) -> None:
    mode = os.stat(path).st_mode & 0o7777
    if not os.access(path, os.W_OK):
        raise PermissionError(13, "Permission denied")
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".prelower-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
