"""Exit codes, and how problems are told: one line on stderr."""

from __future__ import annotations

import sys

CLEAN, LEFT, FAILED = 0, 1, 2
"""No error or warning left; some left; wrong usage, an unreadable named path or an internal error."""

INTERRUPTED, PIPE_CLOSED = 130, 141
"""What a shell gives for a program that was stopped by Ctrl-C, or whose reader went away."""


class Stop(Exception):
    """Ends a command, with the line that says why."""


def say(text: str) -> None:
    """Tells a problem."""
    print(f"prelower: {text}", file=sys.stderr, flush=True)
