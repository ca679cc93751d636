"""Diagnostics are pushed, to every client, each set with the version it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from prelower.findings import Finding
from prelower.lsp.addresses import file_uri
from prelower.lsp.convert import Locate, to_diagnostic, to_problem
from prelower.lsp.session import Entry, Session, Shown, Snapshot
from prelower.text.lines import Lines
from prelower.text.source import Unreadable, read_source

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer


def publish(server: PrelowerServer, entry: Entry, snapshot: Snapshot, findings: tuple[Finding, ...]) -> None:
    """Tell the client what was found in a version, unless it knows that already.

    Diagnostics hold their version in `data`, so an equal set of a newer version is told again
    unless it is empty: meanwhile the client has moved or shrunk its marks with the text typed.
    """
    diagnostics = to_diagnostics(server.session, snapshot, findings)
    known = entry.shown is not None and entry.shown.diagnostics == diagnostics
    entry.shown = Shown(diagnostics, findings)
    if not known:
        _send(server, snapshot.uri, snapshot.version, diagnostics)


def withdraw(server: PrelowerServer, entry: Entry) -> None:
    """Take all diagnostics of a closed document away."""
    if entry.shown is not None and entry.shown.diagnostics:
        _send(server, entry.document.uri, None, ())


def publish_problems(server: PrelowerServer) -> None:
    """Tell the client what is wrong in configuration files, each on the file itself."""
    session = server.session
    wrong: dict[str, tuple[types.Diagnostic, ...]] = {}
    for project in session.projects.values():
        for path in {problem.path for problem in project.problems}:
            lines = _lines_of(path)
            wrong[path] = tuple(to_problem(one, lines, session.client) for one in project.problems if one.path == path)
    for path in {**session.wrong, **wrong}:
        if session.wrong.get(path, ()) != wrong.get(path, ()):
            _send(server, file_uri(path), None, wrong.get(path, ()))
    session.wrong = wrong


def to_diagnostics(session: Session, snapshot: Snapshot, findings: tuple[Finding, ...]) -> tuple[types.Diagnostic, ...]:
    """The findings of a document as the client shows them."""
    locate, lines = _locator(session, snapshot), snapshot.source.lines
    return tuple(to_diagnostic(finding, lines, session.client, snapshot.version, locate) for finding in findings)


def _send(server: PrelowerServer, uri: str, version: int | None, diagnostics: tuple[types.Diagnostic, ...]) -> None:
    params = types.PublishDiagnosticsParams(uri=uri, diagnostics=list(diagnostics), version=version)
    server.text_document_publish_diagnostics(params)


def _locator(session: Session, snapshot: Snapshot) -> Locate:
    """Finds files that diagnostics point to: this document, another open one, or one on disk."""

    def locate(path: str) -> tuple[str, Lines | None]:
        if path == snapshot.source.path:
            return snapshot.uri, snapshot.source.lines
        entry = session.by_path(path)
        if entry is not None:
            return entry.document.uri, Lines(entry.document.source)
        return file_uri(path), _lines_of(path)

    return locate


def _lines_of(path: str) -> Lines | None:
    try:
        return read_source(path).lines
    except Unreadable:
        return None
