"""Reading of files and folders that may not be there, may not be readable, or may be links in a circle."""

from __future__ import annotations

import os

_TOO_LARGE = 8_000_000


def read_text(path: str) -> str | None:
    """The text of a file, or None where it cannot be read; bytes that are no UTF-8 are replaced."""
    try:
        with open(path, "rb") as file:
            raw = file.read(_TOO_LARGE + 1)
    except (OSError, ValueError):  # ValueError: a null character in the path
        return None
    if len(raw) > _TOO_LARGE:
        return None
    return raw.decode("utf-8-sig", "replace")


def entries(folder: str) -> list[str]:
    """The sorted names in a folder, none where it cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except (OSError, ValueError):
        return []


def is_folder(path: str) -> bool:
    """Whether a path is a folder; a circle of links is none."""
    try:
        return os.path.isdir(path)
    except ValueError:
        return False


def is_file(path: str) -> bool:
    """Whether a path is a file; a circle of links is none."""
    try:
        return os.path.isfile(path)
    except ValueError:
        return False
