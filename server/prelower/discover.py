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

MARKS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")
"""What the folder of a project holds."""

Excluded = Callable[[str, str], bool]
"""Whether a path that was met under a named one is excluded."""


class Found(NamedTuple):
    """A file to check, and the path that was named for it."""

    path: str
    top: str

    @property
    def named(self) -> bool:
        """Whether this very path was named."""
        return self.path == self.top


class Trouble(NamedTuple):
    """A path that gives nothing to check: the line that says why; `fatal`: it was named and cannot be read."""

    path: str
    line: str
    fatal: bool


def marked(folder: str) -> bool:
    """Whether a folder looks like a project's."""
    return any(os.path.lexists(os.path.join(folder, mark)) for mark in MARKS)


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


def folders_around(paths: Iterable[str]) -> set[str]:
    """All folders that hold one of the paths, at whatever depth."""
    found: set[str] = set()
    for path in paths:
        while (folder := os.path.dirname(path)) != path and folder not in found:
            found.add(folder)
            path = folder
    return found


def _in_path(path: str, excluded: Excluded | None) -> Iterator[Found | Trouble]:
    if not os.path.isdir(path):
        yield Found(path, path) if os.path.lexists(path) else Trouble(path, f"{path}: no such file or folder", True)
        return
    empty = True
    for item in _in_folder(path, excluded):
        empty = False
        yield item
    if empty:
        yield Trouble(path, f"no Python files found under {path}", False)


def _in_folder(top: str, excluded: Excluded | None) -> Iterator[Found | Trouble]:
    """The Python files under a folder, in the order of their names; links to folders are not followed."""
    waiting = [(top, True)]
    while waiting:
        path, is_folder = waiting.pop()
        if not is_folder:
            yield Found(path, top)
            continue
        try:
            entries = _entries(path, top)
        except OSError as error:
            yield Trouble(path, f"{path}: {(error.strerror or str(error)).lower()}", path == top)
            continue
        waiting += [entry for entry in reversed(entries) if not (excluded and excluded(entry[0], top))]


def _entries(folder: str, top: str) -> list[tuple[str, bool]]:
    """The Python files and the folders in a folder: path, and whether it is a folder."""
    with os.scandir(folder) as listing:
        entries = sorted(listing, key=lambda entry: entry.name)
    if folder != top and any(entry.name == "pyvenv.cfg" for entry in entries):
        return []
    # `./` is not written before names in the current folder.
    return [
        (entry.name if folder == os.curdir else entry.path, folders)
        for entry in entries
        if (folders := _is_folder(entry) and entry.name not in SKIPPED)
        or (entry.name.endswith(".py") and _is_file(entry))
    ]


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
