"""Installed packages that wrap JAX: read like the project's own files where a file imports one of their wrappers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

from prelower.index import Index
from prelower.triggers import imported_firsts, imports_libraries

FILES = 3_000
"""A package of more files than that is not looked at."""


class Libraries:
    """The wrappers of installed packages; a package is looked at when a text imports it."""

    def __init__(
        self,
        installed: Callable[[], Mapping[str, str]],
        opened: Callable[[str], str | None],
        cache: str | None = None,
    ) -> None:
        self._installed = installed
        self._found: Mapping[str, str] | None = None
        self._opened = opened
        self._cache = cache
        self._indexes: dict[str, Index] = {}

    def words(self, text: str, path: str) -> frozenset[str]:
        """The names in a text that lead to something watched through an installed package."""
        found = (self._index(name).words(text, path) for name in self._named(text))
        return frozenset().union(*found)

    def places(self, texts: Iterable[str]) -> dict[str, str]:
        """By import name: where those packages are that texts have something from that leads on."""
        return {name: self._folders[name] for text in texts for name in self._named(text) if self._leads(name)}

    @property
    def _folders(self) -> Mapping[str, str]:
        """By import name: the folders of the packages that ask for JAX; looked for when it is first asked."""
        if self._found is None:
            self._found = self._installed()
        return self._found

    def _named(self, text: str) -> list[str]:
        return sorted(imported_firsts(text) & self._folders.keys()) if imports_libraries(text) else []

    def _leads(self, name: str) -> bool:
        return self._index(name).leads

    def _index(self, name: str) -> Index:
        if name not in self._indexes:
            folder = self._folders[name]
            top = os.path.join(folder, name)
            top = top if os.path.isdir(top) else f"{top}.py"
            self._indexes[name] = Index(folder, self._opened, self._cache, FILES, top)
            self._indexes[name].refresh()
        return self._indexes[name]
