"""A code quality report of GitLab."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prelower.cli.output.places import Places
from prelower.cli.report import Report
from prelower.findings import ERROR, WARNING

_SEVERITIES = {ERROR: "major", WARNING: "minor"}


def gitlab(reports: Sequence[Report], places: Places) -> Iterator[str]:
    """The array of all findings."""
    import json

    seen: dict[str, int] = {}
    rows = []
    for report in reports:
        for finding in report.findings:
            place = places.place(finding.path, finding.span)
            name = place.filename.replace("\\", "/")
            begin = {"line": place.row, "column": place.column}
            end = {"line": place.end_row, "column": place.end_column}
            rows.append(
                {
                    "description": finding.message,
                    "check_name": finding.code,
                    "fingerprint": _fingerprint(f"{name}\0{finding.code}\0{finding.documented}", seen),
                    "severity": _SEVERITIES.get(finding.severity, "info"),
                    "location": {"path": name, "positions": {"begin": begin, "end": end}},
                }
            )
    yield json.dumps(rows, indent=2) + "\n"


def _fingerprint(key: str, seen: dict[str, int]) -> str:
    """A name for a finding that stays when lines move; equal ones in a file are counted."""
    from hashlib import sha256

    seen[key] = seen.get(key, 0) + 1
    return sha256(f"{key}\0{seen[key]}".encode(errors="surrogateescape")).hexdigest()
