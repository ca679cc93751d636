"""The end of the editor is noticed even when it leaves the pipe open to others."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable

INTERVAL = 2.0
"""Seconds between two looks."""


def watch(process: int | None, gone: Callable[[], None]) -> None:
    """Call `gone` once the process is no more; a process that is not seen now is never watched."""
    # On Windows `os.kill` would end the process; there the end of standard input must do. In a
    # container the editor's number may mean nothing, or another process.
    if process is None or sys.platform == "win32" or not _alive(process):
        return
    _look(process, os.getppid() == process, gone)


def _look(process: int, is_parent: bool, gone: Callable[[], None]) -> None:
    if not _alive(process) or (is_parent and os.getppid() != process):
        gone()
    else:
        asyncio.get_running_loop().call_later(INTERVAL, _look, process, is_parent, gone)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
