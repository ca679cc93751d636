"""Which names of the project's own lead to something watched: the index of wrappers.

A file matters if it holds a trigger word, or imports from a file that matters one of the
names that lead on there. What a file holds is kept by its size and time of change.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from prelower.discover import python_files
from prelower.lookup.answers import cache_folder, write_atomically
from prelower.syntax.trees import TreeCache, parse
from prelower.text.source import Unreadable, decode_source, read_bytes
from prelower.triggers import TRIGGERS, has_trigger, imported_words
from prelower.values.outside import Changes, changes_of
from prelower.values.reach import leading_names

ROUNDS = 6
"""Wrappers of wrappers are followed that far."""
FILES = 20_000
"""More files than that are not looked at."""
IMPORTERS = 200
"""Of more files that import a module it is not asked what they set in it."""
LOOSE = 400
"""As many in a folder that nothing marks as a project's: it may be anybody's home."""
FORMAT = 1
UNSAVED = -1
"""The time of change of a text that an editor has open, which no file on disk has."""
_WORD = re.compile(r"[^\W\d]\w*")


class Entry(NamedTuple):
    """What is kept of a file: its stamp, whether it has a trigger word, the words of its imports."""

    stamp: tuple[int, int]
    trigger: bool
    imports: frozenset[str]


class Index:
    """The wrappers of a project; `scanned` and `parsed` count files, for tests."""

    def __init__(
        self, root: str, opened: Callable[[str], str | None], folder: str | None = None, most: int = FILES
    ) -> None:
        self.root = root
        self._most = most
        self.scanned = 0
        self.parsed = 0
        self._opened = opened
        self._cache = TreeCache(200_000)
        self._path = _file_in(folder or cache_folder(root), root)
        self._entries: dict[str, Entry] = _read(self._path)
        self._names: dict[tuple[str, tuple[int, int], frozenset[str]], frozenset[str]] = {}
        self._wrappers: dict[str, frozenset[str]] | None = None
        self._importing: dict[str, set[str]] = {}
        self._changes: dict[tuple[str, tuple[int, int]], Changes] = {}

    def refresh(self) -> None:
        """Look at what has changed in the project's files, and work out the wrappers again."""
        entries = {}
        for number, path in enumerate(python_files([self.root])):
            if number >= self._most:
                break
            entry = self._entry(path)
            if entry is not None:
                entries[path] = entry
        changed = entries != self._entries
        self._entries = entries
        if changed:
            self._importing = {}
        if changed and self._path:
            _write(self._path, entries)
        self._wrappers = None

    def words(self, text: str) -> frozenset[str]:
        """The names in a text that lead to something watched through the project's own files."""
        imported = imported_words(text)
        if not imported:
            return frozenset()
        found: set[str] = set()
        if self._wrappers is None:
            self._wrappers = self._fixpoint()
        for path, names in self._wrappers.items():
            if module_word(path) in imported or not names.isdisjoint(imported):
                found |= names
        return frozenset(found & set(_WORD.findall(text))) if found else frozenset()

    def changes(self, path: str, but: Iterable[str]) -> Changes:
        """What other files than these may set in a module of the project."""
        if path not in self._importing:
            self._importing[path] = self._importers(path)
        found = Changes()
        for other in self._importing[path] - {path, *but}:
            found |= self._set_by(other)
        return found

    def _set_by(self, path: str) -> Changes:
        key = (path, self._entries[path].stamp)
        if key not in self._changes:
            self._changes[key] = changes_of(parse(self._text(path), self._cache))
        return self._changes[key]

    def _importers(self, path: str) -> set[str]:
        """The files that name a module, and those that import from one of these in turn."""
        word = re.compile(rf"\b{re.escape(module_word(path))}\b")
        found = {other for other in self._entries if other != path and self._may_import(other, path, word)}
        for _ in range(ROUNDS):
            words = {module_word(other) for other in found}
            more = {other for other, entry in self._entries.items() if not entry.imports.isdisjoint(words)} - found
            if not more:
                break
            found |= more
        return set(sorted(found)[:IMPORTERS])

    def _may_import(self, other: str, path: str, word: re.Pattern[str]) -> bool:
        """Whether a file names a module, and is where that name can mean this very file."""
        text = self._text(other)
        if word.search(text) is None:
            return False
        folder = os.path.dirname(os.path.dirname(path) if path.endswith("__init__.py") else path)
        if folder in (os.path.dirname(other), self.root, os.path.join(self.root, "src")):
            return True
        return re.search(rf"\b{re.escape(os.path.basename(folder))}\b", text) is not None

    def _text(self, path: str) -> str:
        try:
            unsaved = self._opened(path)
            return decode_source(path, read_bytes(path)).text if unsaved is None else unsaved
        except Unreadable:
            return ""

    def _entry(self, path: str) -> Entry | None:
        unsaved = self._opened(path)
        if unsaved is not None:
            return Entry((UNSAVED, hash(unsaved)), has_trigger(unsaved), imported_words(unsaved))
        try:
            status = os.stat(path)
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._entries.get(path)
            if known is not None and known.stamp == stamp:
                return known
            self.scanned += 1
            data = read_bytes(path)
            text = decode_source(path, data).text if b"import" in data else ""
            return Entry(stamp, has_trigger(data), imported_words(text))
        except (OSError, Unreadable):
            return None

    def _fixpoint(self) -> dict[str, frozenset[str]]:
        """By file: the names that lead to something watched, through other files too."""
        found: dict[str, frozenset[str]] = {}
        for _ in range(ROUNDS):
            before = dict(found)
            by_module = {module_word(path): names for path, names in found.items()}
            every = frozenset().union(*found.values())
            for path, entry in self._entries.items():
                through = entry.imports & (every | by_module.keys())
                if entry.trigger or through:
                    words = frozenset().union(*(by_module.get(w, frozenset()) for w in through)) | (through & every)
                    found[path] = self._leading(path, entry, words)
            found = {path: names for path, names in found.items() if names}
            if found == before:
                break
        return found

    def _leading(self, path: str, entry: Entry, words: frozenset[str]) -> frozenset[str]:
        key = (path, entry.stamp, words)
        if key not in self._names:
            self.parsed += 1
            names = leading_names(parse(self._text(path), self._cache), frozenset(TRIGGERS) | words)
            self._names[key] = frozenset(n for n in names if not n.startswith("__"))
        return self._names[key]


def module_word(path: str) -> str:
    """The last part of the name by which a file is imported."""
    folder, name = os.path.split(path)
    return os.path.basename(folder) if name == "__init__.py" else os.path.splitext(name)[0]


def _file_in(folder: str | None, root: str) -> str | None:
    if folder is None:
        return None
    import hashlib

    return os.path.join(folder, f"index-{hashlib.sha256(os.path.abspath(root).encode()).hexdigest()[:16]}.json")


def _read(path: str | None) -> dict[str, Entry]:
    if path is None:
        return {}
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        if data.get("format") != FORMAT:
            return {}
        rows = data["files"].items()
        return {p: Entry((int(r[0]), int(r[1])), bool(r[2]), frozenset(map(str, r[3]))) for p, r in rows}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError):
        return {}


def _write(path: str, entries: dict[str, Entry]) -> None:
    rows = {p: [*e.stamp, e.trigger, sorted(e.imports)] for p, e in entries.items()}
    write_atomically(path, json.dumps({"format": FORMAT, "files": rows}, separators=(",", ":")))
