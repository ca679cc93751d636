"""The last line for a reader: how many findings, and what can be done about them."""

from __future__ import annotations

from collections.abc import Sequence

from prelower.cli.arguments import Options
from prelower.cli.report import Report, fixable
from prelower.findings import ERROR, HINT, INFORMATION, WARNING, Finding

_WORDS = {ERROR: ("error", "errors"), WARNING: ("warning", "warnings"), INFORMATION: ("note", "notes")}
_WORDS[HINT] = ("hint", "hints")


def summary(reports: Sequence[Report], options: Options) -> str:
    """How many findings of each severity, how many were fixed and how many can be."""
    findings = [finding for report in reports for finding in report.findings]
    fixed = sum(report.fixed for report in reports)
    counts = [(severity, sum(finding.severity == severity for finding in findings)) for severity in _WORDS]
    found = ", ".join(_counted(count, *_WORDS[severity]) for severity, count in counts if count)
    parts = [f"Found {found}" if found else "Found nothing"]
    if fixed:
        parts = [f"Fixed {_counted(fixed, 'finding', 'findings')}", f"{found} left" if found else "none left"]
    return "; ".join([*parts, *_advice(findings, options)]) + ".\n"


def _advice(findings: list[Finding], options: Options) -> list[str]:
    safe = sum(fixable(finding, False) for finding in findings)
    unsafe = sum(fixable(finding, True) for finding in findings) - safe
    advice = []
    if safe and not options.fix:
        advice.append(f"--fix fixes {safe}")
    if unsafe and not (options.fix and options.unsafe_fixes):
        advice.append(f"--fix --unsafe-fixes {'fixes' if not advice else ''} {unsafe} {'more' if advice else ''}")
    return [" ".join(text.split()) for text in advice]


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
