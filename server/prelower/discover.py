"""Which Python files there are in the folders that were named."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

SKIPPED = frozenset(
    (
        ".bzr .direnv .eggs .git .hg .hypothesis .ipynb_checkpoints .mypy_cache .nox .pixi .pytest_cache "
        ".pytype .ruff_cache .svn .tox .venv __pycache__ __pypackages__ node_modules site-packages"
    ).split()
)
"""Folders that hold no code of the project's own."""

Excluded = Callable[[str], bool]


class Found(NamedTuple):
    """A file to check; `named` says that the user gave this very path."""

    path: str
    named: bool


class Trouble(NamedTuple):
    """A path that gives nothing to check: the line that says why; `fatal`: it was named and cannot be read."""

    path: str
    line: str
    fatal: bool


def discover(paths: Iterable[str], excluded: Excluded | None = None) -> Iterator[Found | Trouble]:
    """The files in the paths, each once, and what gave none; a named file is taken whatever its name is."""
    seen: set[str] = set()
    for path in paths:
        for item in _in_path(path, excluded):
            key = os.path.normcase(os.path.realpath(item.path))
            if isinstance(item, Trouble) or key not in seen:
                seen.add(key)
                yield item


def python_files(paths: Iterable[str], excluded: Excluded | None = None) -> Iterator[str]:
    """The Python files in the paths, in order; what cannot be read is passed over."""
    return (item.path for item in discover(paths, excluded) if isinstance(item, Found))


def _in_path(path: str, excluded: Excluded | None) -> Iterator[Found | Trouble]:
    if not os.path.isdir(path):
        yield Found(path, True) if os.path.lexists(path) else Trouble(path, f"{path}: no such file or folder", True)
        return
    empty = True
    for item in _in_folder(path, excluded, top=True):
        empty = False
        yield item
    if empty:
        yield Trouble(path, f"no Python files found under {path}", False)


def _in_folder(folder: str, excluded: Excluded | None, top: bool = False) -> Iterator[Found | Trouble]:
    """The Python files under a folder, in the order of their names; links to folders are not followed."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        yield Trouble(folder, f"{folder}: {(error.strerror or str(error)).lower()}", top)
        return
    if not top and any(entry.name == "pyvenv.cfg" for entry in entries):
        return
    for entry in entries:
        # `./` is not written before names in the current folder.
        path = entry.name if folder == os.curdir else entry.path
        if _is_folder(entry):
            if entry.name not in SKIPPED and not (excluded and excluded(path)):
                yield from _in_folder(path, excluded)
        elif entry.name.endswith(".py") and _is_file(entry) and not (excluded and excluded(path)):
            yield Found(path, False)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False
