"""From findings to what the protocol wants, and back: the only place that knows position encodings."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from lsprotocol import types

from prelower import findings as found
from prelower.findings import Finding, Fix, Related
from prelower.lsp.client import Client
from prelower.text.lines import Encoding, Lines
from prelower.text.span import Span

if TYPE_CHECKING:
    from prelower.config.load import Problem

Locate = Callable[[str], tuple[str, Lines | None]]
"""The address of a file and its lines, by its path."""

SEVERITIES = {
    found.ERROR: types.DiagnosticSeverity.Error,
    found.WARNING: types.DiagnosticSeverity.Warning,
    found.INFORMATION: types.DiagnosticSeverity.Information,
    found.HINT: types.DiagnosticSeverity.Hint,
}


def to_range(lines: Lines | None, span: Span, encoding: Encoding) -> types.Range:
    """A span as the client counts; where the text is not known, its lines."""
    if lines is None:
        return types.Range(types.Position(span.line, 0), types.Position(span.line, 0))
    return types.Range(
        types.Position(span.line, lines.column(span.line, span.column, encoding)),
        types.Position(span.end_line, lines.column(span.end_line, span.end_column, encoding)),
    )


def from_position(lines: Lines, position: types.Position, encoding: Encoding) -> tuple[int, int]:
    """Line and byte column of a position of the client, brought into the text where it lies outside."""
    column = lines.byte_column(position.line, position.character, encoding)
    return lines.position(lines.offset(position.line, column))


def from_range(lines: Lines, range_: types.Range, encoding: Encoding) -> Span:
    """A range of the client as a span."""
    start, end = (from_position(lines, position, encoding) for position in (range_.start, range_.end))
    return Span(*start, *end)


def to_diagnostic(
    finding: Finding, lines: Lines, client: Client, version: int | None, locate: Locate
) -> types.Diagnostic:
    """A finding as the client shows it."""
    message, related = finding.message, None
    if client.related and finding.related:
        related = [_to_related(place, client.encoding, locate) for place in finding.related]
    else:
        message = "\n".join([message, *map(_in_words, finding.related)])
    wanted = {
        types.DiagnosticTag.Deprecated: finding.deprecated,
        types.DiagnosticTag.Unnecessary: finding.unnecessary,
    }
    tags = [tag for tag, holds in wanted.items() if holds and tag.value in client.tags]
    return types.Diagnostic(
        range=to_range(lines, finding.span, client.encoding),
        message=message,
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        code_description=types.CodeDescription(href=finding.url),
        source="prelower",
        tags=tags or None,
        related_information=related,
        data={"version": version, "code": finding.code, "span": list(finding.span)},
    )


def to_problem(problem: Problem, lines: Lines | None, client: Client) -> types.Diagnostic:
    """What is wrong in a configuration file as the client shows it."""
    return types.Diagnostic(
        range=to_range(lines, problem.span, client.encoding),
        message=problem.message,
        severity=types.DiagnosticSeverity.Error,
        source="prelower",
    )


def to_text_edits(fix: Fix, lines: Lines, encoding: Encoding) -> list[types.TextEdit]:
    """The edits of a fix as the client applies them."""
    return [types.TextEdit(to_range(lines, edit.span, encoding), edit.content) for edit in fix.edits]


def _to_related(related: Related, encoding: Encoding, locate: Locate) -> types.DiagnosticRelatedInformation:
    uri, lines = locate(related.path)
    location = types.Location(uri, to_range(lines, related.span, encoding))
    return types.DiagnosticRelatedInformation(location, related.message)


def _in_words(related: Related) -> str:
    return f"{related.message} ({os.path.basename(related.path)}:{related.span.line + 1})"
