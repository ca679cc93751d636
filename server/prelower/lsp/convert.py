"""From findings to what the protocol wants, and back: the only place that knows position encodings."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from lsprotocol import types

from prelower import findings as found
from prelower.findings import Edit, Finding, Related
from prelower.lsp.cells import Cell, Cells, cell_at
from prelower.lsp.client import Client
from prelower.text.lines import Encoding, Lines
from prelower.text.span import Span

if TYPE_CHECKING:
    from prelower.config.load import Problem

Locate = Callable[[str, Span], types.Location]
"""Where a span of a file, by its path, is for the client."""

Edits = list[types.TextEdit]
WHOLE = Cell("", None)
"""A document that is all of its text."""

SEVERITIES = {
    found.ERROR: types.DiagnosticSeverity.Error,
    found.WARNING: types.DiagnosticSeverity.Warning,
    found.INFORMATION: types.DiagnosticSeverity.Information,
    found.HINT: types.DiagnosticSeverity.Hint,
}


def to_range(lines: Lines | None, span: Span, encoding: Encoding, cell: Cell = WHOLE) -> types.Range:
    """A span as the client counts in its document; where the text is not known, its lines."""
    if lines is None:
        return types.Range(types.Position(span.line, 0), types.Position(span.line, 0))
    last = cell.first + cell.height - 1
    if span.end_line > last:  # what a deletion takes is up to the start of a line that the cell has not
        end = Lines(lines.line(last)).position(len(lines.line(last)))[1]
        span = Span(min(span.line, last), span.column if span.line <= last else end, last, end)
    return types.Range(
        types.Position(span.line - cell.first, lines.column(span.line, span.column, encoding)),
        types.Position(span.end_line - cell.first, lines.column(span.end_line, span.end_column, encoding)),
    )


def from_position(lines: Lines, position: types.Position, encoding: Encoding, cell: Cell = WHOLE) -> tuple[int, int]:
    """Line and byte column of a position of the client, brought into the text where it lies outside."""
    line = cell.first + min(position.line, cell.height - 1)
    column = lines.byte_column(line, position.character, encoding)
    return lines.position(lines.offset(line, column))


def from_range(lines: Lines, range_: types.Range, encoding: Encoding, cell: Cell = WHOLE) -> Span:
    """A range of the client as a span."""
    start, end = (from_position(lines, position, encoding, cell) for position in (range_.start, range_.end))
    return Span(*start, *end)


def to_diagnostic(finding: Finding, lines: Lines, client: Client, cell: Cell, locate: Locate) -> types.Diagnostic:
    """A finding as the client shows it."""
    message, related = finding.message, None
    if client.related and finding.related:
        related = [_to_related(place, locate) for place in finding.related]
    else:
        message = "\n".join([message, *map(_in_words, finding.related)])
    wanted = {
        types.DiagnosticTag.Deprecated: finding.deprecated,
        types.DiagnosticTag.Unnecessary: finding.unnecessary,
    }
    tags = [tag for tag, holds in wanted.items() if holds and tag.value in client.tags]
    return types.Diagnostic(
        range=to_range(lines, finding.span, client.encoding, cell),
        message=message,
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        code_description=types.CodeDescription(href=finding.url),
        source="prelower",
        tags=tags or None,
        related_information=related,
        data={"version": cell.version, "code": finding.code, "span": list(finding.span)},
    )


def to_problem(problem: Problem, lines: Lines | None, client: Client) -> types.Diagnostic:
    """What is wrong in a configuration file as the client shows it."""
    return types.Diagnostic(
        range=to_range(lines, problem.span, client.encoding),
        message=problem.message,
        severity=types.DiagnosticSeverity.Error,
        source="prelower",
    )


def to_text_edits(edits: Iterable[Edit], lines: Lines, encoding: Encoding, cells: Cells) -> dict[Cell, Edits]:
    """Edits as the client applies them, by document."""
    found: dict[Cell, Edits] = {}
    for edit in edits:
        cell = cell_at(cells, edit.span.line)
        found.setdefault(cell, []).append(types.TextEdit(to_range(lines, edit.span, encoding, cell), edit.content))
    return found


def _to_related(related: Related, locate: Locate) -> types.DiagnosticRelatedInformation:
    return types.DiagnosticRelatedInformation(locate(related.path, related.span), related.message)


def _in_words(related: Related) -> str:
    return f"{related.message} ({os.path.basename(related.path)}:{related.span.line + 1})"
