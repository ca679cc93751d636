"""The index of wrappers as an engine uses it: looked at again when files change, or from time to time."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Iterable

from prelower.discover import folders_around
from prelower.gates import Told
from prelower.imports import stem
from prelower.index import Index
from prelower.triggers import imported_firsts, imports_project
from prelower.values.outside import Changes

SECONDS = 30.0
"""For how long the index is taken as it is; for ever where each change is told of."""


class FreshIndex:
    """An index that may be asked from two threads."""

    def __init__(self, index: Index) -> None:
        self.seconds = SECONDS
        self.generation = 0
        """Another number whenever an answer may be another one."""
        self._index = index
        self._since = -math.inf
        self._moved: set[str] = set()
        self._folders: set[str] = set()
        self._unsaved: set[str] = set()
        self._lock = threading.RLock()

    def words(self, text: str, path: str | None) -> frozenset[str]:
        """The names in a text that lead to something watched through other files of the project."""
        with self._lock:
            return self._refreshed().words(text, path)

    def changes(self, paths: Iterable[str], used: str | None = None) -> dict[str, Changes]:
        """What other files than these set in the modules at these paths, and the names they use of one of them."""
        paths = tuple(paths)
        with self._lock:
            index = self._refreshed()
            found = {path: index.changes(path, paths) for path in paths}
            if used is not None:
                found[used] |= index.uses(used)
        return {path: changes for path, changes in found.items() if any(changes)}

    def gate(self, path: str, told: Told) -> int:
        """Under which tests other files of the project import a module of it."""
        with self._lock:
            return self._refreshed().gate(path, told)

    def importers(self, path: str) -> frozenset[str]:
        """The files of the project that import one, be it through others; none as long as that takes a walk."""
        if not self.ready:
            return frozenset()
        with self._lock:
            return self._refreshed().importers(path)

    def imported_by(self, text: str, roots: Iterable[str]) -> bool:
        """Whether a text imports something of the project, be it on disk or only in an editor."""
        return imports_project(text, roots) or not self._unsaved.isdisjoint(imported_firsts(text))

    def changed(self, path: str) -> None:
        """Take note that a file of the project has changed, is new or is gone."""
        self._moved.add(path)
        self._folders.update(folders_around([path]))
        if not os.path.exists(path):
            self._unsaved.update(stem(path).split(os.sep))
        self.generation += 1

    def holds_files(self, folder: str) -> bool:
        """Whether a file of the project was seen in a folder, which may be gone by now; never waits."""
        return folder in self._folders

    def changed_somewhere(self) -> None:
        """Take note that any files of the project may have changed."""
        self.generation += 1
        self._since = -math.inf

    def rely_on_being_told(self) -> None:
        """Look for changes no more by itself."""
        self.seconds = math.inf

    @property
    def ready(self) -> bool:
        """Whether an answer takes no walk through the project."""
        return self._since > -math.inf

    def refresh(self) -> None:
        """Look at all files now."""
        with self._lock:
            try:
                if self._index.refresh():
                    self.generation += 1
            finally:
                self._folders = folders_around(self._index.paths())
                self._since = time.monotonic()

    def _refreshed(self) -> Index:
        if time.monotonic() - self._since > self.seconds:
            self.refresh()
        while self._moved:
            self._index.update(self._moved.pop())
        return self._index
