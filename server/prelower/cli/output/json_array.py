"""The format for programs: one array, an object a finding, keys as ruff's where ruff has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prelower.cli.output.places import Place, Places
from prelower.cli.report import Report
from prelower.findings import Finding, Fix

Json = dict[str, object]


def json_array(reports: Sequence[Report], places: Places) -> Iterator[str]:
    """The array of all findings."""
    import json

    rows = [_finding(finding, places) for report in reports for finding in report.findings]
    yield json.dumps(rows, indent=2) + "\n"


def _finding(finding: Finding, places: Places) -> Json:
    place = places.place(finding.path, finding.span)
    return {
        "code": finding.code,
        "severity": finding.severity,
        "confidence": finding.confidence,
        "message": finding.message,
        "documented": finding.documented,
        "raises": finding.raises,
        "filename": place.filename,
        **_range(place),
        "fix": _fix(finding.fix, finding.path, places) if finding.fix else None,
        "related": [
            {"message": related.message, "filename": at.filename, **_range(at)}
            for related in finding.related
            for at in [places.place(related.path, related.span)]
        ],
        "url": finding.url,
    }


def _fix(fix: Fix, path: str, places: Places) -> Json:
    edits = [{"content": edit.content, **_range(places.place(path, edit.span))} for edit in fix.edits]
    return {"applicability": fix.applicability, "message": fix.message, "edits": edits}


def _range(place: Place) -> Json:
    return {
        "location": {"row": place.row, "column": place.column},
        "end_location": {"row": place.end_row, "column": place.end_column},
    }
