"""Diagnostics are pushed or pulled, one of the two for each client, chosen by what it says in `initialize`.

What is wrong in a configuration file is always pushed: no client pulls for a file that is no Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from prelower.findings import Finding
from prelower.lsp import pull
from prelower.lsp.addresses import file_uri
from prelower.lsp.convert import Locate, to_diagnostic, to_problem, to_range
from prelower.lsp.entries import Diagnostics, Entry, Shown, Snapshot
from prelower.lsp.session import Session
from prelower.text.lines import Lines
from prelower.text.source import Unreadable, read_source
from prelower.text.span import Span

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer


def publish(server: PrelowerServer, entry: Entry, snapshot: Snapshot, findings: tuple[Finding, ...]) -> None:
    """Tell the client what was found in a version, unless it knows that already.

    Diagnostics hold their version in `data`, so an equal set of a newer version is told again
    unless it is empty: meanwhile the client has moved or shrunk its marks with the text typed.
    """
    before = entry.shown.diagnostics if entry.shown is not None else {}
    diagnostics = to_diagnostics(server.session, snapshot, findings)
    entry.shown = Shown(diagnostics, findings)
    if server.session.client.pulls:
        pull.changed(server, entry, snapshot)
        return
    for uri, told in diagnostics.items():
        if before.get(uri) != told:
            cell = snapshot.cell(uri)
            _send(server, uri, cell.version if cell is not None else None, told)
    _clear(server, before, diagnostics)


def withdraw(server: PrelowerServer, entry: Entry) -> None:
    """Take all diagnostics of a closed document away; a client that pulls does so by itself."""
    if entry.shown is not None and not server.session.client.pulls:
        _clear(server, entry.shown.diagnostics, {})


def _clear(server: PrelowerServer, before: Diagnostics, now: Diagnostics) -> None:
    for uri, told in before.items():
        if told and uri not in now:
            _send(server, uri, None, ())


def publish_problems(server: PrelowerServer) -> None:
    """Tell the client what is wrong in configuration files, each on the file itself."""
    session = server.session
    wrong: dict[str, tuple[types.Diagnostic, ...]] = {}
    for root, project in session.projects.items():
        for path in {problem.path for problem in project.problems} if session.concerns(root) else ():
            lines = _lines_of(path)
            wrong[path] = tuple(to_problem(one, lines, session.client) for one in project.problems if one.path == path)
    for path in {**session.wrong, **wrong}:
        if session.wrong.get(path, ()) != wrong.get(path, ()):
            _send(server, file_uri(path), None, wrong.get(path, ()))
    session.wrong = wrong


def to_diagnostics(session: Session, snapshot: Snapshot, findings: tuple[Finding, ...]) -> Diagnostics:
    """The findings of a text as the client shows them, document by document."""
    found: dict[str, list[types.Diagnostic]] = {cell.uri: [] for cell in snapshot.cells}
    for finding in findings:
        found.setdefault(snapshot.cell_at(finding.span.line).uri, []).append(one(session, snapshot, finding))
    return {uri: tuple(told) for uri, told in found.items()}


def one(session: Session, snapshot: Snapshot, finding: Finding) -> types.Diagnostic:
    """A finding as the client shows it."""
    cell, locate = snapshot.cell_at(finding.span.line), _locator(session, snapshot)
    return to_diagnostic(finding, snapshot.source.lines, session.client, cell, locate)


def _send(server: PrelowerServer, uri: str, version: int | None, diagnostics: tuple[types.Diagnostic, ...]) -> None:
    params = types.PublishDiagnosticsParams(uri=uri, diagnostics=list(diagnostics), version=version)
    server.text_document_publish_diagnostics(params)


def _locator(session: Session, snapshot: Snapshot) -> Locate:
    """Finds places that diagnostics point to: in this document, in another open one, or on disk."""
    encoding = session.client.encoding

    def locate(path: str, span: Span) -> types.Location:
        if path == snapshot.source.path:
            cell = snapshot.cell_at(span.line)
            return types.Location(cell.uri, to_range(snapshot.source.lines, span, encoding, cell))
        entry = session.by_path(path)
        if entry is not None:
            return types.Location(entry.document.uri, to_range(Lines(entry.document.source), span, encoding))
        return types.Location(file_uri(path), to_range(_lines_of(path), span, encoding))

    return locate


def _lines_of(path: str) -> Lines | None:
    try:
        return read_source(path).lines
    except Unreadable:
        return None
