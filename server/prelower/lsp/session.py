"""The state of a session, and all of it: documents, engines, settings, and what the client was told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from prelower.findings import Finding
from prelower.lsp.addresses import document_key, file_path, root_of, virtual_path
from prelower.lsp.client import Client
from prelower.lsp.project import Project, options, project_of
from prelower.lsp.settings import Settings
from prelower.lsp.workspace import ExactDocument, ExactWorkspace
from prelower.text.source import Source

if TYPE_CHECKING:
    from lsprotocol import types

    from prelower.engine import Analysis, Engine
    from prelower.values.model import Question

MakeEngine = Callable[..., "Engine"]


class Snapshot(NamedTuple):
    """One version of one document, which nothing changes any more."""

    key: str
    uri: str
    version: int | None
    language: str | None
    source: Source
    root: str


class Shown(NamedTuple):
    """What the client was told last about a document."""

    diagnostics: tuple[types.Diagnostic, ...]
    findings: tuple[Finding, ...]


class Entry:
    """An open document with what is known of it."""

    __slots__ = ("analysis", "checked", "document", "path", "shown", "snapshot", "too_large", "unanswered")

    def __init__(self, document: ExactDocument) -> None:
        self.document = document
        self.path = file_path(document.uri)
        self.snapshot: Snapshot | None = None
        self.checked: Snapshot | None = None
        self.analysis: Analysis | None = None
        self.shown: Shown | None = None
        self.too_large = False
        self.unanswered: frozenset[Question] = frozenset()


class Session:
    """Documents by key, engines by project folder."""

    def __init__(self, make_engine: MakeEngine, configured: Callable[[], None] = lambda: None) -> None:
        self._make_engine = make_engine
        self._configured = configured
        self.workspace: ExactWorkspace | None = None
        self.client = Client()
        self.base = Settings()
        self.scoped: dict[str, Settings] = {}
        self.complaints: set[str] = set()
        self.entries: dict[str, Entry] = {}
        self.projects: dict[str, Project] = {}
        self.wrong: dict[str, tuple[types.Diagnostic, ...]] = {}
        self._engines: dict[str, Engine | None] = {}

    # Documents

    def opened(self, uri: str) -> str:
        """Take up a document that the workspace has just opened; gives its key."""
        assert self.workspace is not None
        document = self.workspace.get_text_document(uri)
        assert isinstance(document, ExactDocument)
        key = document_key(uri)
        before = self.entries.get(key)
        self.entries[key] = Entry(document)
        if before is not None:
            self.entries[key].shown = before.shown
        return key

    def key(self, uri: str) -> str:
        """The key of an open document; raises KeyError for another."""
        key = document_key(uri)
        self.entries[key]
        return key

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
        root = root_of(path, self.folders())
        source = Source(path or virtual_path(document.uri, root), document.source)
        return Snapshot(key, document.uri, document.version, document.language_id, source, root)

    def text_of(self, path: str) -> str | None:
        """The unsaved text of a file that is open."""
        entry = self.by_path(path)
        return None if entry is None else entry.document.source

    def by_path(self, path: str) -> Entry | None:
        """The open document at a path."""
        # The look-up thread asks too: a list cannot change while it is gone through.
        return next((entry for entry in list(self.entries.values()) if entry.path == path), None)

    def readers_of(self, key: str) -> Iterator[str]:
        """The other open documents whose last answer depends on this one."""
        path = self.entries[key].path
        for other, entry in self.entries.items():
            if other != key and entry.analysis is not None and path in entry.analysis.read:
                yield other

    def folders(self) -> list[str]:
        """The paths of the opened folders."""
        if self.workspace is None:
            return []
        paths = [file_path(folder.uri) for folder in self.workspace.folders.values()]
        return [path for path in paths if path is not None] or [root for root in [self.workspace.root_path] if root]

    def regroup(self) -> None:
        """Find out anew which folder each document belongs to."""
        for entry in self.entries.values():
            entry.snapshot = None

    # Engines

    def engine(self, root: str) -> Engine | None:
        """The engine of a project, made at the first need; None where it cannot be made."""
        if root not in self._engines:
            self._engines[root] = None
            self._engines[root] = self._make_engine(root, server=True, texts=self.text_of, **self._options(root))
        return self._engines[root]

    def settings(self, root: str) -> Settings:
        """The settings of a project: its folder's own, else the client's for no folder, else those of `initialize`."""
        return self.scoped.get(root, self.scoped.get("", self.base))

    def loaded(self, root: str) -> Engine | None:
        """The engine of a project where there is one already."""
        return self._engines.get(root)

    def project(self, root: str) -> Project:
        """What the configuration file of a project says, read at the first need."""
        if root not in self.projects:
            self.projects[root] = project_of(root)
            self._configured()
        return self.projects[root]

    def configure(self, scoped: dict[str, Settings]) -> None:
        """Take over settings by folder; engines that were made with others are made again."""
        before = {root: self._options(root) for root in self._engines}
        self.scoped = scoped
        self._renew(before)

    def reload(self) -> bool:
        """Read the configuration files that have changed; whether any has."""
        old, before = self.projects, {root: self._options(root) for root in self._engines}
        self.projects = {root: project_of(root, project) for root, project in old.items()}
        self._renew(before)
        return self.projects != old

    def _options(self, root: str) -> dict[str, object]:
        return options(self.settings(root), self.project(root).config, root)

    def _renew(self, before: dict[str, dict[str, object]]) -> None:
        """Let go of the engines that were made with other options than they would be now."""
        for root, made in before.items():
            if self._options(root) != made:
                self._close(self._engines.pop(root))

    def close(self) -> None:
        """Let go of all engines."""
        while self._engines:
            self._close(self._engines.popitem()[1])

    @staticmethod
    def _close(engine: Engine | None) -> None:
        if engine is not None:
            engine.close()
