"""Standard streams as they should be, whoever has closed them."""

from __future__ import annotations

import os
import sys


def prepare() -> None:
    """Lets the program run with closed standard streams, and print to terminals of any encoding.

    What is opened next would else take the number of a closed stream and be printed into.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def input_is_closed() -> bool:
    """Whether there is no standard input."""
    return sys.stdin is None


def output_is_closed() -> bool:
    """Whether there is no standard output."""
    return sys.__stdout__ is None
