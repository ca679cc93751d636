"""What was found in one file, as the output formats take it."""

from __future__ import annotations

from typing import NamedTuple

from prelower.findings import ERROR, SAFE, WARNING, Finding
from prelower.text.source import Source


class Report(NamedTuple):
    """The findings of a file, under the name that the user gave it; `fixed` counts the fixes that were applied."""

    name: str
    source: Source
    findings: tuple[Finding, ...]
    fixed: int = 0

    @property
    def fails(self) -> bool:
        """Whether an error or a warning is left."""
        return any(finding.severity in (ERROR, WARNING) for finding in self.findings)


def fixable(finding: Finding, unsafe: bool) -> bool:
    """Whether `--fix` would fix it."""
    return finding.fix is not None and (unsafe or finding.fix.applicability == SAFE)
