"""Finds the file that configures prelower, without reading it as TOML."""

from __future__ import annotations

import os

FILE = "pyproject.toml"
_MARK = b"tool.prelower"


def find(folder: str) -> str | None:
    """The nearest pyproject.toml, from a folder upwards, that has `tool.prelower` in it."""
    folder = os.path.abspath(folder)
    while True:
        path = os.path.join(folder, FILE)
        if _mentions(path):
            return path
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def nearest(folder: str, top: str) -> str:
    """The first folder, from one up to `top`, whose pyproject.toml has `tool.prelower` in it; `top` where none has."""
    inside = os.path.join(top, "")
    while folder.startswith(inside):
        if _mentions(os.path.join(folder, FILE)):
            return folder
        folder = os.path.dirname(folder)
    return top


def _mentions(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return _MARK in file.read()
    except PermissionError:
        return True  # reading it says what is wrong
    except OSError:
        return False
