"""What other files of a project set in a module of it, by their words."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping

from prelower.imports import stem
from prelower.indexfile import Entry
from prelower.syntax.trees import TreeCache, parse
from prelower.triggers import used_names
from prelower.values.outside import Changes, changes_of

STEPS = 6
"""Importers of importers are followed that far."""
IMPORTERS = 200
"""Of more files that import a module it is not asked what they set in it."""
MANY = 100
"""Where more files have changed at once, all are searched again."""


class Setters:
    """Remembers which files name a module, and what each of them sets."""

    def __init__(self, root: str, text: Callable[[str], str], cache: TreeCache) -> None:
        self._root = root
        self._text = text
        self._cache = cache
        self._direct: dict[str, set[str]] = {}
        self._naming: dict[str, set[str]] = {}
        self._moved: set[str] = set()
        self._changes: dict[tuple[str, tuple[int, int]], Changes] = {}

    def forget(self, changed: Iterable[str]) -> None:
        """Some files have changed: whether they name a module is to be found again."""
        self._naming = {}
        self._moved.update(changed)

    def changes(
        self, path: str, but: Iterable[str], entries: Mapping[str, Entry], importers: Callable[[str], Iterable[str]]
    ) -> Changes:
        """What other files than these may set in a module; `importers` gives the files that import a stem."""
        found = Changes()
        for other in self._named_in(path, entries, importers) - {path, *but}:
            found |= self._set_by(other, entries[other])
        return found

    def uses(self, path: str, entries: Mapping[str, Entry], importers: Callable[[str], Iterable[str]]) -> Changes:
        """The names that files use, beyond importing them, which may mean a module."""
        texts = map(self._text, self._named_in(path, entries, importers))
        return Changes(used=frozenset().union(*map(used_names, texts)))

    def _named_in(self, path: str, entries: Mapping[str, Entry], importers: Callable[[str], Iterable[str]]) -> set[str]:
        if self._moved:
            self._look_again(entries)
        if path not in self._naming:
            self._naming[path] = self._names(path, entries, importers)
        return self._naming[path]

    def _set_by(self, path: str, entry: Entry) -> Changes:
        key = (path, entry.stamp)
        if key not in self._changes:
            self._changes[key] = changes_of(parse(self._text(path), self._cache))
        return self._changes[key]

    def _names(self, path: str, entries: Mapping[str, Entry], importers: Callable[[str], Iterable[str]]) -> set[str]:
        """The files that name a module, and those that import from one of these in turn."""
        if path not in self._direct:
            word = _word_of(path)
            self._direct[path] = {o for o in entries if o != path and self._may_import(o, path, word)}
        reached = found = set(self._direct[path])
        for _ in range(STEPS):
            reached = {i for other in reached for i in importers(stem(other))} - found - {path}
            if not reached:
                break
            found |= reached
        return set(sorted(found)[:IMPORTERS])

    def _look_again(self, entries: Mapping[str, Entry]) -> None:
        """Bring up to date which of the changed files name the modules asked for; all are searched only once."""
        moved, self._moved = self._moved, set()
        if len(moved) > MANY:
            self._direct = {}
        for path, direct in self._direct.items():
            direct -= moved
            word = _word_of(path)
            direct |= {o for o in moved if o in entries and o != path and self._may_import(o, path, word)}

    def _may_import(self, other: str, path: str, word: re.Pattern[str]) -> bool:
        """Whether a file names a module, and is where that name can mean this very file."""
        text = self._text(other)
        if word.search(text) is None:
            return False
        folder = os.path.dirname(stem(path))
        if folder in (os.path.dirname(other), self._root, os.path.join(self._root, "src")):
            return True
        return re.search(rf"\b{re.escape(os.path.basename(folder))}\b", text) is not None


def _word_of(path: str) -> re.Pattern[str]:
    """The name of a module as a word."""
    return re.compile(rf"\b{re.escape(os.path.basename(stem(path)))}\b")
