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


class Setters:
    """Remembers which files name a module, and what each of them sets."""

    def __init__(self, root: str, text: Callable[[str], str], cache: TreeCache) -> None:
        self._root = root
        self._text = text
        self._cache = cache
        self._naming: dict[str, set[str]] = {}
        self._changes: dict[tuple[str, tuple[int, int]], Changes] = {}

    def forget(self) -> None:
        """Some file has changed: which ones name a module is to be found again."""
        self._naming = {}

    def changes(
        self, path: str, but: Iterable[str], entries: Mapping[str, Entry], importers: Mapping[str, set[str]]
    ) -> Changes:
        """What other files than these may set in a module; `importers` has the files that import a module's stem."""
        found = Changes()
        for other in self._named_in(path, entries, importers) - {path, *but}:
            found |= self._set_by(other, entries[other])
        return found

    def uses(self, path: str, entries: Mapping[str, Entry], importers: Mapping[str, set[str]]) -> Changes:
        """The names that files use, beyond importing them, which may mean a module."""
        texts = map(self._text, self._named_in(path, entries, importers))
        return Changes(used=frozenset().union(*map(used_names, texts)))

    def _named_in(self, path: str, entries: Mapping[str, Entry], importers: Mapping[str, set[str]]) -> set[str]:
        if path not in self._naming:
            self._naming[path] = self._names(path, entries, importers)
        return self._naming[path]

    def _set_by(self, path: str, entry: Entry) -> Changes:
        key = (path, entry.stamp)
        if key not in self._changes:
            self._changes[key] = changes_of(parse(self._text(path), self._cache))
        return self._changes[key]

    def _names(self, path: str, entries: Mapping[str, Entry], importers: Mapping[str, set[str]]) -> set[str]:
        """The files that name a module, and those that import from one of these in turn."""
        word = re.compile(rf"\b{re.escape(os.path.basename(stem(path)))}\b")
        found = {other for other in entries if other != path and self._may_import(other, path, word)}
        reached = found
        for _ in range(STEPS):
            reached = {i for other in reached for i in importers.get(stem(other), ())} - found - {path}
            if not reached:
                break
            found |= reached
        return set(sorted(found)[:IMPORTERS])

    def _may_import(self, other: str, path: str, word: re.Pattern[str]) -> bool:
        """Whether a file names a module, and is where that name can mean this very file."""
        text = self._text(other)
        if word.search(text) is None:
            return False
        folder = os.path.dirname(stem(path))
        if folder in (os.path.dirname(other), self._root, os.path.join(self._root, "src")):
            return True
        return re.search(rf"\b{re.escape(os.path.basename(folder))}\b", text) is not None
