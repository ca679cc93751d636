"""One line a finding: `file:row:column: code message`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prelower.cli.arguments import Options
from prelower.cli.output.places import Places
from prelower.cli.output.summary import summary
from prelower.cli.report import Report


def concise(reports: Sequence[Report], places: Places, options: Options) -> Iterator[str]:
    """The findings, a line each, and how many there are."""
    for report in reports:
        for finding in report.findings:
            place = places.place(finding.path, finding.span)
            first = finding.message.split("\n", 1)[0]
            yield f"{place.filename}:{place.row}:{place.column}: {finding.code} {first}\n"
    yield summary(reports, options)
