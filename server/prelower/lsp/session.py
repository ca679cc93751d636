"""The state of a session, and all of it: documents, engines, settings, and what the client was told."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from prelower.lsp.addresses import document_key, file_path, lies_in, root_of, top_of, virtual_path
from prelower.lsp.cells import Cell
from prelower.lsp.client import Client
from prelower.lsp.entries import Entry, Snapshot
from prelower.lsp.gone import folders_among
from prelower.lsp.notebooks import Notebook
from prelower.lsp.project import Project, jax_stamp, options, project_of
from prelower.lsp.settings import Settings
from prelower.lsp.workspace import ExactDocument, ExactWorkspace
from prelower.text.source import Source

if TYPE_CHECKING:
    from lsprotocol import types

    from prelower.engine import Engine
    from prelower.freshness import FreshIndex

MakeEngine = Callable[..., "Engine"]
Made = tuple[object, ...]
"""What tells an engine from others: the folder that it looks from, and its options."""


class Session:
    """Documents by key, projects by the folder that is configured, and the engines that they share where they can."""

    def __init__(
        self,
        make_engine: MakeEngine,
        configured: Callable[[], None] = lambda: None,
        made: Callable[[str, Engine], None] = lambda root, engine: None,
    ) -> None:
        self._make_engine = make_engine
        self._made = made
        self.made = 0
        self._configured = configured
        self.workspace: ExactWorkspace | None = None
        self.client = Client()
        self.base = Settings()
        self.scoped: dict[str, Settings] = {}
        self.complaints: set[str] = set()
        self.asked = self.answered = 0
        """The numbers of the last question for settings, and of the last one that was answered."""
        self.entries: dict[str, Entry] = {}
        self.projects: dict[str, Project] = {}
        self.wrong: dict[str, tuple[types.Diagnostic, ...]] = {}
        self._engines: dict[Made, Engine | None] = {}
        self._stamps: dict[Made, object] = {}
        self._roots: dict[str, str] = {}
        self._real: dict[str, str] = {}

    # Documents

    def opened(self, uri: str) -> str:
        """Take up a document that the workspace has just opened; gives its key."""
        assert self.workspace is not None
        return self._take_up(document_key(uri), self.workspace.exact_document(uri))

    def opened_notebook(self, uri: str) -> str:
        """Take up a notebook that the workspace has just opened; gives its key."""
        document = self.workspace.get_notebook_document(notebook_uri=uri) if self.workspace else None
        assert self.workspace is not None and document is not None
        return self._take_up(document_key(uri), Notebook(document, self.workspace.open_document))

    def _take_up(self, key: str, document: ExactDocument | Notebook) -> str:
        before = self.entries.get(key)
        self.entries[key] = Entry(document)
        if before is not None:
            self.entries[key].shown = before.shown
        return key

    def key(self, uri: str) -> str:
        """The key under which a document is checked: a cell's is its notebook's."""
        key = document_key(uri)
        if key in self.entries or self.workspace is None:
            return key
        notebook = self.workspace.get_notebook_document(cell_uri=uri)
        return key if notebook is None else document_key(notebook.uri)

    def snapshot(self, key: str) -> Snapshot | None:
        """The document as it is now."""
        entry = self.entries.get(key)
        if entry is None:
            return None
        document, last = entry.document, entry.snapshot
        if last is None or last.version != document.version or last.source.text is not document.source:
            entry.snapshot = self._snapshot(key, entry)
        return entry.snapshot

    def _snapshot(self, key: str, entry: Entry) -> Snapshot:
        document, path = entry.document, entry.path
        root = self.root_at(path)
        source = Source(path or virtual_path(document.uri, root), document.source)
        single = (Cell(document.uri, document.version),)
        cells = document.cells if isinstance(document, Notebook) else single
        return Snapshot(key, document.uri, document.version, document.language_id, source, root, cells)

    def text_of(self, path: str) -> str | None:
        """The unsaved text of a file that is open."""
        entry = self.by_path(path)
        return None if entry is None else entry.document.source

    def by_path(self, path: str) -> Entry | None:
        """The open document at a path."""
        # The look-up thread asks too: a list cannot change while it is gone through.
        entries = list(self.entries.values())
        for entry in entries:
            if entry.path == path:
                return entry
        # One of the two may have been reached through a link; looking that up for each file of a project takes long.
        name = os.path.basename(path)
        for entry in entries:
            real = self.real_path(entry.path) if entry.path else ""
            if os.path.basename(real) == name and self.real_path(path) == real:
                return entry
        return None

    def real_path(self, path: str) -> str:
        """A path with its links resolved."""
        if path not in self._real:
            self._real[path] = os.path.realpath(path)
        return self._real[path]

    def readers_of(self, key: str) -> Iterator[str]:
        """The other open documents whose answer may depend on this one: they read it the last time, or import it."""
        path = self.entries[key].path if key in self.entries else None
        if path is None or len(self.entries) == 1:
            return
        importers = {importer for index in self.indexes() for importer in index.importers(path)}
        for other, entry in self.entries.items():
            read = entry.analysis.read if entry.analysis is not None else ()
            if other != key and (path in read or entry.path in importers):
                yield other

    def folders(self) -> list[str]:
        """The paths of the opened folders."""
        if self.workspace is None:
            return []
        paths = [file_path(folder.uri) for folder in self.workspace.folders.values()]
        return [path for path in paths if path is not None] or [root for root in [self.workspace.root_path] if root]

    def root_at(self, path: str | None) -> str:
        """The project that a file belongs to."""
        if path is None:
            return root_of(path, self.folders())
        folder = os.path.dirname(path)
        if folder not in self._roots:  # it takes looking into folders, which no keystroke waits for
            self._roots[folder] = root_of(path, self.folders())
        return self._roots[folder]

    def regroup(self) -> bool:
        """Find out anew which project each document belongs to; whether one has moved."""
        self._roots.clear()
        moved = False
        for entry in self.entries.values():
            if entry.snapshot is not None and entry.snapshot.root != self.root_at(entry.path):
                entry.snapshot, moved = None, True
        return moved

    def concerns(self, root: str) -> bool:
        """Whether a project is anybody's still: it lies in an opened folder, or one of its files is open."""
        return lies_in(root, self.folders()) or root in {self.root_at(one.path) for one in self.entries.values()}

    def roots(self) -> list[str]:
        """The projects that are opened or looked at."""
        return list(dict.fromkeys([*self.folders(), *self.projects]))

    # Engines

    def engine(self, root: str) -> Engine | None:
        """The engine of a project, made at the first need; None where it cannot be made."""
        key = self._key(root)
        if key not in self._engines:
            self._engines[key] = None
            top, given = self.top(root), self._options(root)
            made = self._make_engine(top, server=True, texts=self.text_of, **given)
            if made.indexed is not None:
                made.indexed.rely_on_being_told()
                for entry in self.entries.values():  # a walk through the folders does not find what is not saved yet
                    if entry.path is not None and entry.path.endswith(".py"):
                        made.indexed.changed(entry.path)
            self._engines[key] = made
            self._stamps[key] = jax_stamp(made, top, given)
            self.made += 1
            self._made(root, made)
        return self._engines[key]

    def top(self, root: str) -> str:
        """The folder that a project is looked at from."""
        return top_of(root, self.folders())

    def _key(self, root: str) -> Made:
        return (self.top(root), *self._options(root).items())

    def uses(self, engine: Engine) -> bool:
        """Whether an engine is one still."""
        return engine in self._engines.values()

    def files_moved(self, paths: list[str]) -> bool:
        """Take note that files or folders have changed, are new or are gone; whether it may mean something."""
        self._real.clear()
        folders = folders_among(paths, self)
        files = [path for path in paths if path not in folders and path.endswith(".py")]
        for index in self.indexes():
            for path in files:
                index.changed(path)
            if folders:
                index.changed_somewhere()
        return bool(folders or files)

    def text_moved(self, path: str) -> None:
        """Take note that the text of a file has changed in the editor."""
        for index in self.indexes():
            index.changed(path)

    def indexes(self) -> Iterator[FreshIndex]:
        """The indexes of the engines that there are."""
        for engine in self._engines.values():
            if engine is not None and engine.indexed is not None:
                yield engine.indexed

    def renew(self) -> None:
        """Let go of all engines, which are made again when they are needed."""
        self.projects.clear()
        self.close()
        for entry in self.entries.values():
            entry.analysis, entry.unanswered = None, frozenset()

    def settings(self, root: str) -> Settings:
        """The settings of a project: its folder's own, else the client's for no folder, else those of `initialize`."""
        return self.scoped.get(self.top(root), self.scoped.get("", self.base))

    def common(self) -> Settings:
        """The settings that are the server's as a whole."""
        return self.scoped.get("", self.base)

    def loaded(self, root: str) -> Engine | None:
        """The engine of a project where there is one already."""
        return self._engines.get(self._key(root)) if root in self.projects else None

    def project(self, root: str) -> Project:
        """What the configuration file of a project says, read at the first need."""
        if root not in self.projects:
            self.projects[root] = project_of(root)
            self._configured()
        return self.projects[root]

    def configure(self, scoped: dict[str, Settings]) -> None:
        """Take over settings by folder; engines that were made with others are made again."""
        self.scoped = scoped
        self._let_go()

    def reload(self) -> bool:
        """Read the configuration files that have changed, and see whether a JAX has; whether any has."""
        old, moved = self.projects, self.regroup()
        self.projects = {root: project_of(root, project) for root, project in old.items()}
        return self._let_go() or moved or self.projects != old

    def basis(self, root: str) -> tuple[object, ...]:
        """What the answers for a project rest on besides texts."""
        engine = self.loaded(root)
        jax = getattr(engine, "jax", None)
        settings = self.settings(root).severity
        return (
            self.project(root).config,
            settings,
            sorted(self._options(root).items()),
            jax and (jax.version, jax.place),
        )

    def _options(self, root: str) -> dict[str, object]:
        return options(self.settings(root), self.project(root).config, self.top(root))

    def _let_go(self) -> bool:
        """Let go of the engines that would be made otherwise now, or look at another JAX; whether there was one."""
        wanted = {self._key(root): root for root in self.projects}
        old = [key for key in self._engines if key not in wanted or self._looks_elsewhere(key, wanted[key])]
        for key in old:
            self._close(self._engines.pop(key))
        return bool(old)

    def _looks_elsewhere(self, key: Made, root: str) -> bool:
        return jax_stamp(self._engines[key], self.top(root), self._options(root)) != self._stamps.get(key)

    def close(self) -> None:
        """Let go of all engines."""
        while self._engines:
            self._close(self._engines.popitem()[1])

    @staticmethod
    def _close(engine: Engine | None) -> None:
        if engine is not None:
            engine.close()
