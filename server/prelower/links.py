"""Who imports whom among the files of a project."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Set
from typing import TYPE_CHECKING

from prelower.imports import BELOW, Import, above, around, bases, stem
from prelower.triggers import import_roots

if TYPE_CHECKING:
    from prelower.indexfile import Entry

_NONE: frozenset[str] = frozenset()


class Links:
    """The imports of a project's files, kept up to date as these change."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._wanted: dict[str, tuple[str, ...]] = {}
        self._importers: dict[str, set[str]] = {}
        self._places: set[str] = set()
        self._roots: dict[str, tuple[str, ...]] = {}
        self._changed: set[str] = set()
        self._linked = False

    def importers(self, place: str) -> Set[str]:
        """The files that import the module of a stem."""
        return self._importers.get(place, _NONE)

    def wanted(self, path: str) -> tuple[str, ...]:
        """The stems that the imports of a file may mean."""
        return self._wanted.get(path, ())

    def take(self, changed: Collection[str], entries: Mapping[str, Entry]) -> None:
        """Note which files have changed, be they new or gone."""
        self._linked = self._linked and not any(self._moves(path, path in entries) for path in changed)
        self._changed.update(changed)

    def refresh(self, entries: Mapping[str, Entry]) -> bool:
        """Bring all up to date; whether it was worked out anew."""
        if self._linked:
            while self._changed:
                self._link_one(self._changed.pop(), entries)
            return False
        self._linked = True
        self._changed.clear()
        self._roots, self._wanted, self._importers = {}, {}, {}
        self._places = {place for path in entries for place in around(stem(path), self._root)}
        for path in entries:
            self._link_one(path, entries)
        return True

    def wants(self, path: str, item: Import) -> Iterator[str]:
        """The stems that an import of a file may mean, those around and below it too."""
        for base in self.bases(path, item):
            yield base
            yield from (place for name in item.names if (place := os.path.join(base, name)) in self._places)
            if BELOW in item.names:
                yield from (place for place in self._places if os.path.dirname(place) == base)
            if not item.names:
                yield from above(base, item)

    def bases(self, path: str, item: Import) -> Iterator[str]:
        """The stems that an import may mean, those that begin with nothing of the project's left out."""
        folder = os.path.dirname(path)
        if folder not in self._roots:
            self._roots[folder] = import_roots(path, self._root)
        for base in bases(path, item, self._roots[folder]):
            if base in self._places or os.path.dirname(base) in self._places:
                yield base

    def _moves(self, path: str, exists: bool) -> bool:
        """Whether a change of this file may give other files' imports another meaning."""
        if os.path.basename(path) == "__init__.py" and exists != (path in self._wanted):
            return True
        return exists and not self._places.issuperset(around(stem(path), self._root))

    def _link_one(self, path: str, entries: Mapping[str, Entry]) -> None:
        for place in self._wanted.pop(path, ()):
            self._importers[place].discard(path)
        entry = entries.get(path)
        if entry is not None:
            self._wanted[path] = tuple({w for item in entry.imports for w in self.wants(path, item)})
            for place in self._wanted[path]:
                self._importers.setdefault(place, set()).add(path)
