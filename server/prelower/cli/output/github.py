"""Workflow commands of GitHub Actions, which it shows on the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prelower.cli.output.places import Places
from prelower.cli.report import Report
from prelower.findings import ERROR, WARNING

_COMMANDS = {ERROR: "error", WARNING: "warning"}


def github(reports: Sequence[Report], places: Places) -> Iterator[str]:
    """A workflow command a finding."""
    for report in reports:
        for finding in report.findings:
            place = places.place(finding.path, finding.span)
            properties = {
                "title": f"prelower ({finding.code})",
                "file": place.filename,
                "line": place.row,
                "col": place.column,
                "endLine": place.end_row,
                "endColumn": place.end_column,
            }
            listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
            command = _COMMANDS.get(finding.severity, "notice")
            yield f"::{command} {listed}::{_data(f'{place.filename}:{place.row}:{place.column}: {finding.message}')}\n"


def _data(text: str) -> str:
    """Text as a command's message: its line ends would end the command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Text as a property's value."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
