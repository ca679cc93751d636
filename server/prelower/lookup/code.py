"""Where jedi and parso are installed, found without importing them."""

from __future__ import annotations

import os
import re
import sys
from typing import NamedTuple

_PACKAGES = ("jedi", "parso")
_VERSION = re.compile(r"^__version__\s*=\s*[\"']([^\"']+)[\"']", re.M)


class Code(NamedTuple):
    """The folders that hold jedi and parso, and both versions in one word."""

    folders: tuple[str, ...]
    version: str


def find_code(opened: str) -> Code | None:
    """Where jedi and parso are; a file of such a name in the opened or the current folder is never taken."""
    candidates = _candidates(opened)
    found = [next((folder for folder in candidates if _holds(folder, name)), None) for name in _PACKAGES]
    folders = [folder for folder in found if folder]
    if len(folders) < len(_PACKAGES):
        return None
    versions = (_version(os.path.join(folder, name)) for folder, name in zip(folders, _PACKAGES, strict=True))
    return Code(tuple(dict.fromkeys(folders)), "-".join(versions))


def _candidates(opened: str) -> list[str]:
    """The folders to look in: prelower's own first, then Python's, without those that belong to the user's project."""
    own = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    theirs = {os.path.realpath(folder) for folder in (os.curdir, opened)}
    paths = [path for path in sys.path if path and os.path.isabs(path) and os.path.realpath(path) not in theirs]
    installed = [path for path in paths if os.path.basename(path) in ("site-packages", "dist-packages")]
    return list(dict.fromkeys([own, *installed, *paths]))


def _holds(folder: str, name: str) -> bool:
    # Both are packages with this module; a booby trap is at best a file of the same name.
    return os.path.isfile(os.path.join(folder, name, "__init__.py")) and os.path.isfile(
        os.path.join(folder, name, "cache.py")
    )


def _version(package: str) -> str:
    try:
        with open(os.path.join(package, "__init__.py"), encoding="utf-8") as file:
            match = _VERSION.search(file.read())
    except (OSError, ValueError):
        return "0"
    return match[1] if match else "0"
