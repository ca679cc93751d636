"""Code actions: fixes, comments that silence, and all safe fixes of a document at once.

All are made from the findings of the text as it is now, never from what the client sends along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from prelower.findings import Edit, Finding, Fix
from prelower.fixes import safe_edits
from prelower.lsp.cells import Cell
from prelower.lsp.convert import from_range, to_text_edits
from prelower.lsp.diagnostics import one
from prelower.lsp.entries import Snapshot
from prelower.lsp.session import Session
from prelower.text.span import Span

if TYPE_CHECKING:
    from prelower.engine import Engine
    from prelower.lsp.server import PrelowerServer

QUICK_FIX = types.CodeActionKind.QuickFix.value
FIX_ALL = "source.fixAll.prelower"
NOTEBOOK_FIX_ALL = "notebook.source.fixAll.prelower"
"""What editors ask for when they save a notebook."""

OPTIONS = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL, NOTEBOOK_FIX_ALL])


class Asked(NamedTuple):
    """What is offered for: a text, the cell of it, its findings, those in the range, what the client shows there."""

    session: Session
    snapshot: Snapshot
    cell: Cell
    engine: Engine | None
    findings: tuple[Finding, ...]
    near: tuple[Finding, ...]
    context: types.CodeActionContext


async def code_action(server: PrelowerServer, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    """What can be done about the findings in a range."""
    session = server.session
    key = session.key(params.text_document.uri)
    await server.schedule.caught_up(key)
    entry = session.entries.get(key)
    if entry is None or entry.analysis is None or entry.checked is None or not session.client.action_literals:
        return None
    snapshot, findings = entry.checked, entry.analysis.findings
    cell = snapshot.cell(params.text_document.uri)
    if cell is None:
        return None
    where = from_range(snapshot.source.lines, params.range, session.client.encoding, cell)
    near = tuple(finding for finding in findings if touches(finding.span, where))
    asked = Asked(session, snapshot, cell, session.loaded(snapshot.root), findings, near, params.context)
    return list(_actions(asked)) or None


def wanted(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether a client that asks for these kinds alone wants actions of a kind."""
    kinds = [getattr(one, "value", one) for one in only or [""]]
    return any(asked == "" or kind == asked or kind.startswith(f"{asked}.") for asked in kinds)


def touches(span: Span, asked: Span) -> bool:
    """Whether two spans share a place; a cursor at either end counts."""
    start, end = span[:2], span[2:]
    return start <= asked[2:] and asked[:2] <= end


def title(fix: Fix) -> str:
    """What the menu says: what is done, and whether the meaning is surely kept."""
    if "unsafe" in fix.message.lower():
        return fix.message
    return f"{fix.message} ({fix.applicability})"


def _actions(asked: Asked) -> Iterator[types.CodeAction]:
    only = asked.context.only
    if wanted(QUICK_FIX, only):
        yield from _fixes(asked)
        yield from _silencing(asked)
    # Asked for by name it is made wherever the cursor is; in a menu it would else be on every line.
    if not only and not asked.near:
        return
    for kind in (FIX_ALL, NOTEBOOK_FIX_ALL):
        if wanted(kind, only) and (only or kind == FIX_ALL):
            yield from _fix_all(asked, kind)
            return


def _fixes(asked: Asked) -> Iterator[types.CodeAction]:
    for finding in asked.near:
        if finding.fix is not None:
            yield _action(asked, finding, title(finding.fix), finding.fix.edits, preferred=True)


def _silencing(asked: Asked) -> Iterator[types.CodeAction]:
    for finding in asked.near:
        for fix in asked.engine.ignoring(asked.snapshot.source, finding) if asked.engine is not None else ():
            yield _action(asked, finding, fix.message, fix.edits, preferred=None)


def _fix_all(asked: Asked, kind: str) -> Iterator[types.CodeAction]:
    whole = kind == NOTEBOOK_FIX_ALL
    findings = asked.findings if whole else _of_cell(asked)
    # Editors ask for the cells side by side: what is at home in two of them is nobody's alone, and would be done twice.
    fixed, edits = safe_edits(f for f in findings if whole or _stays_in_cell(asked, f))
    if fixed:
        left = len(findings) - fixed
        what = "Fix the safe prelower problem" if fixed == 1 else f"Fix all {fixed} safe prelower problems"
        hand = f" ({left} more {'needs' if left == 1 else 'need'} a hand)" if left else ""
        yield types.CodeAction(title=what + hand, kind=kind, edit=_edit(asked, edits))


def _of_cell(asked: Asked) -> tuple[Finding, ...]:
    """The findings in the cell that is asked about; in a file those are all."""
    return tuple(f for f in asked.findings if asked.snapshot.cell_at(f.span.line) == asked.cell)


def _stays_in_cell(asked: Asked, finding: Finding) -> bool:
    """Whether all edits of a finding's fix are in the cell that is asked about."""
    edits = finding.fix.edits if finding.fix is not None else ()
    return all(asked.snapshot.cell_at(edit.span.line) == asked.cell for edit in edits)


def _action(
    asked: Asked, finding: Finding, title: str, edits: Sequence[Edit], preferred: bool | None
) -> types.CodeAction:
    own = one(asked.session, asked.snapshot, finding)
    same = [told for told in asked.context.diagnostics if _same(told, own)]
    kind = types.CodeActionKind.QuickFix
    edit = _edit(asked, edits)
    return types.CodeAction(title=title, kind=kind, diagnostics=same or [own], is_preferred=preferred, edit=edit)


def _same(told: types.Diagnostic, own: types.Diagnostic) -> bool:
    """Whether what the client shows is a finding of the text as it is now.

    Its `data` names the finding where that is of this version; else it is known by what it says.
    """
    if (told.source, told.code) != (own.source, own.code):
        return False
    if told.data is not None and told.data == own.data:
        return True
    return told.range == own.range and told.message == own.message


def _edit(asked: Asked, edits: Sequence[Edit]) -> types.WorkspaceEdit:
    client, snapshot = asked.session.client, asked.snapshot
    made = to_text_edits(edits, snapshot.source.lines, client.encoding, snapshot.cells)
    if not client.document_changes:
        return types.WorkspaceEdit(changes={cell.uri: told for cell, told in made.items()})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(cell.uri, cell.version), list(told))
            for cell, told in made.items()
        ]
    )
