"""Quick fixes, made from the findings of the text as it is now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from prelower.findings import UNSAFE, Finding, Fix
from prelower.lsp.addresses import document_key
from prelower.lsp.client import Client
from prelower.lsp.convert import from_range, to_text_edits
from prelower.lsp.diagnostics import to_diagnostics
from prelower.lsp.session import Session, Snapshot
from prelower.text.span import Span

if TYPE_CHECKING:
    from prelower.lsp.server import PrelowerServer

OPTIONS = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])


async def code_action(server: PrelowerServer, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    """The fixes of the findings in a range."""
    key = document_key(params.text_document.uri)
    await server.schedule.caught_up(key)
    entry = server.session.entries.get(key)
    if entry is None or entry.analysis is None or entry.checked is None or not wanted(params.context.only):
        return None
    session, snapshot = server.session, entry.checked
    asked = from_range(snapshot.source.lines, params.range, session.client.encoding)
    near = tuple(finding for finding in entry.analysis.findings if touches(finding.span, asked))
    return list(_actions(session, snapshot, near, params.context.diagnostics)) or None


def wanted(only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether a client that asks for these kinds alone wants quick fixes."""
    kinds = [getattr(kind, "value", kind) for kind in only or [""]]
    return any(kind in ("", types.CodeActionKind.QuickFix.value) for kind in kinds)


def touches(span: Span, asked: Span) -> bool:
    """Whether two spans share a place; a cursor at either end counts."""
    start, end = span[:2], span[2:]
    return start <= asked[2:] and asked[:2] <= end


def _actions(
    session: Session, snapshot: Snapshot, findings: tuple[Finding, ...], told: Sequence[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    if not session.client.action_literals:
        return
    for finding, own in zip(findings, to_diagnostics(session, snapshot, findings), strict=True):
        if finding.fix is not None:
            same = [diagnostic for diagnostic in told if _same(diagnostic, own)]
            yield types.CodeAction(
                title=title(finding.fix),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=same or [own],
                is_preferred=True,
                edit=_edit(session.client, snapshot, finding.fix),
            )


def title(fix: Fix) -> str:
    """What the menu says; a fix that may change the meaning says so."""
    if fix.applicability == UNSAFE and "unsafe" not in fix.message.lower():
        return f"{fix.message} (unsafe)"
    return fix.message


def _same(told: types.Diagnostic, own: types.Diagnostic) -> bool:
    return (told.source, told.code, told.range) == (own.source, own.code, own.range)


def _edit(client: Client, snapshot: Snapshot, fix: Fix) -> types.WorkspaceEdit:
    edits = to_text_edits(fix, snapshot.source.lines, client.encoding)
    if not client.document_changes:
        return types.WorkspaceEdit(changes={snapshot.uri: edits})
    document = types.OptionalVersionedTextDocumentIdentifier(uri=snapshot.uri, version=snapshot.version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(text_document=document, edits=list(edits))])
