"""Which names of the project's own lead to something watched: the index of wrappers.

A file matters if it holds a trigger word, or imports a name that leads on there from a file
that matters. A change goes from a file to those that import it, and no further than it is felt.
"""

from __future__ import annotations

import os
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator

from prelower import indexfile
from prelower.discover import python_files
from prelower.gates import Gates, Told
from prelower.imports import Import, above, closure, imports_of, stem
from prelower.indexfile import Entry, Led, entry_of
from prelower.links import Links
from prelower.lookup.answers import cache_folder
from prelower.setters import Setters
from prelower.syntax.trees import TreeCache, parse
from prelower.text.source import Unreadable, decode_source, read_bytes
from prelower.triggers import has_trigger, watched_words
from prelower.values.outside import Changes
from prelower.values.reach import Row, exported_names, outline

ROUNDS = 12
"""How often what a file exports may change before it is taken as it is."""
FILES = 20_000
"""More files than that are not looked at."""
LOOSE = 400
"""As many in a folder that nothing marks as a project's: it may be anybody's home."""
MANY = 20
"""After so many files were parsed, what was found is kept on disk."""
UNSAVED = -1
"""The time of change of a text that an editor has open, which no file on disk has."""
_WORD = re.compile(r"[^\W\d]\w*")
_NONE: frozenset[str] = frozenset()


class Index:
    """The wrappers of a project; `scanned` and `parsed` count files, for tests."""

    def __init__(
        self,
        root: str,
        opened: Callable[[str], str | None],
        folder: str | None = None,
        most: int = FILES,
        top: str | None = None,
    ) -> None:
        self.root = root
        self._top = top or root
        self._most = most
        self.scanned = 0
        self.parsed = 0
        self._opened = opened
        self._cache = TreeCache(200_000)
        self._path = indexfile.file_in(folder or cache_folder(root), self._top)
        self._entries, self._led = indexfile.read(self._path)
        self._exports: dict[str, frozenset[str]] = {}
        self._outlines: dict[str, tuple[tuple[Row, ...], frozenset[str]]] = {}
        self._waiting: set[str] = set()
        self._links = Links(root)
        self._setters = Setters(root, self._text, self._cache)
        self._gates = Gates(self._text, self._cache, self._links.wants)

    def refresh(self) -> bool:
        """Look at what has changed in the project's files, and work out the wrappers again; whether anything has."""
        before, self._entries = self._entries, {}
        for number, path in enumerate(python_files([self._top])):
            if number >= self._most:
                break
            entry = self._entry(path, before.get(path))
            if entry is not None:
                self._entries[path] = entry
        gone = before.keys() - self._entries.keys()
        self._entries |= {p: before[p] for p in gone if self._opened(p) is not None}  # those are not saved yet
        changed = {p for p in before.keys() | self._entries.keys() if before.get(p) is not self._entries.get(p)}
        self._take(changed)
        if changed:
            self._write()
        return bool(changed)

    def _write(self) -> None:
        if self._path:
            indexfile.write(self._path, indexfile.Kept(self._entries, self._led))

    def update(self, path: str) -> None:
        """Look at one file again, be it changed, new or gone; one outside the project changes nothing."""
        inside = path.startswith(os.path.join(self._top, "")) and path.endswith(".py")
        if not inside or (path not in self._entries and not os.path.exists(path) and self._opened(path) is None):
            return
        before = self._entries.pop(path, None)
        entry = self._entry(path, before)
        if entry is not None:
            self._entries[path] = entry
        if entry is not before:
            self._take({path})

    def paths(self) -> Iterable[str]:
        """The files that were found."""
        return self._entries

    def words(self, text: str, path: str | None = None) -> frozenset[str]:
        """The names in a text that lead to something watched through the project's own files."""
        self._settle()
        found = self._through(path or os.path.join(self.root, "_"), imports_of(text))
        return found & frozenset(_WORD.findall(text)) if found else _NONE

    @property
    def leads(self) -> bool:
        """Whether anything in the files leads to something watched."""
        self._settle()
        return any(self._exports.values())

    def changes(self, path: str, but: Iterable[str]) -> Changes:
        """What other files than these may set in a module of the project."""
        self._link()
        return self._setters.changes(path, but, self._entries, self._links.importers)

    def importers(self, path: str) -> frozenset[str]:
        """The files that import a module of the project, be it through others."""
        self._link()
        return closure(path, lambda found: self._links.importers(stem(found)))

    def gate(self, path: str, told: Told) -> int:
        """Under which tests other files of the project import a module of it."""
        self._link()
        return self._gates.gate(path, self._links.importers, told)

    def uses(self, path: str) -> Changes:
        """The names by which other files of the project may call a module's functions."""
        self._link()
        return self._setters.uses(path, self._entries, self._links.importers)

    # -- files

    def _text(self, path: str) -> str:
        try:
            unsaved = self._opened(path)
            return decode_source(path, read_bytes(path)).text if unsaved is None else unsaved
        except Unreadable:
            return ""

    def _entry(self, path: str, known: Entry | None) -> Entry | None:
        unsaved = self._opened(path)
        if unsaved is not None:
            stamp = (UNSAVED, hash(unsaved))
            return known if known and known.stamp == stamp else entry_of(stamp, unsaved)
        try:
            status = os.stat(path)
            stamp = (status.st_mtime_ns, status.st_size)
            if known is not None and known.stamp == stamp:
                return known
            self.scanned += 1
            data = read_bytes(path)
            text = decode_source(path, data).text if b"import" in data else ""
            return entry_of(stamp, text, has_trigger(data))
        except (OSError, Unreadable):
            return None

    # -- who imports whom

    def _take(self, changed: set[str]) -> None:
        """Note that what the changed files lead to is to be worked out again, when it is asked for."""
        if changed:
            self._setters.forget(changed)
            self._links.take(changed, self._entries)
        self._waiting |= changed

    def _link(self) -> None:
        """Bring up to date who imports whom."""
        if self._links.refresh(self._entries):
            self._waiting |= {p for p, e in self._entries.items() if e.trigger} | self._exports.keys()

    # -- which names lead on

    def _settle(self) -> None:
        """Work out what the waiting files export, and again those that import one whose exports change."""
        self._link()
        queue = deque(sorted(self._waiting))
        self._waiting = set()
        before = self.parsed
        queued = set(queue)
        tries: Counter[str] = Counter()
        while queue:
            path = queue.popleft()
            queued.discard(path)
            names = self._leading(path)
            if names == self._exports.get(path, _NONE) or tries[path] >= ROUNDS:
                continue
            tries[path] += 1
            self._exports[path] = names
            for importer in sorted(self._links.importers(stem(path)) - queued):
                queue.append(importer)
                queued.add(importer)
        self._outlines = {}
        if self.parsed - before > MANY:
            self._write()

    def _leading(self, path: str) -> frozenset[str]:
        entry = self._entries.get(path)
        if entry is None:
            return _NONE
        words = self._through(path, entry.imports)
        if not entry.trigger and not words:
            return _NONE
        known = self._led.get(path)
        if known is None or known.stamp != entry.stamp or known.words != words:
            self._led[path] = known = Led(entry.stamp, words, self._named(path, entry, words))
        return known.names | self._parts(path, entry)

    def _named(self, path: str, entry: Entry, words: frozenset[str]) -> frozenset[str]:
        """The names of a file that lead on, which asks for its tree only where it uses one of the words."""
        if path not in self._outlines:
            text = self._text(path)
            passed_on = entry.trigger or any("*" in item.names for item in entry.imports)
            if not passed_on and words.isdisjoint(_WORD.findall(text)):
                return _NONE
            self.parsed += 1
            self._outlines[path] = outline(parse(text, self._cache)), watched_words(text)
        return exported_names(*self._outlines[path], words)

    def _parts(self, path: str, entry: Entry) -> frozenset[str]:
        """The modules that a file imports and that lead on: they are its attributes then."""
        found = {
            n for item in entry.imports for base in self._links.bases(path, item) for n in self._modules(base, item)
        }
        if os.path.basename(path) == "__init__.py":
            inside = os.path.join(stem(path), "")
            wanted = (w for w in self._links.wanted(path) if w.startswith(inside))
            found |= {w[len(inside) :].split(os.sep)[0] for w in wanted if self._at(w)}
        return frozenset(found)

    def _modules(self, base: str, item: Import) -> Iterator[str]:
        """The names that an import gives to modules that lead on."""
        yield from (name for name in item.names if self._at(os.path.join(base, name)))
        yield from (new for old, new in item.renamed if self._at(os.path.join(base, old) if old else base))

    def _through(self, path: str, imports: Iterable[Import]) -> frozenset[str]:
        """The names that a file with these imports has from others and that lead on."""
        return frozenset(
            name for item in imports for base in self._links.bases(path, item) for name in self._given(base, item)
        )

    def _given(self, base: str, item: Import) -> Iterator[str]:
        exports = self._at(base)
        if not item.names:
            yield from exports.union(*map(self._at, above(base, item)))
            return
        yield from exports if "*" in item.names else exports.intersection(item.names)
        for name in item.names:
            yield from self._at(os.path.join(base, name))

    def _at(self, place: str) -> frozenset[str]:
        """What the module of a stem exports."""
        found = self._exports.get(os.path.join(place, "__init__.py"), _NONE)
        return found or self._exports.get(place + ".py", _NONE)
