"""How many findings each rule has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from prelower.cli.arguments import Options
from prelower.cli.report import Report, fixable


def statistics(reports: Sequence[Report], options: Options) -> Iterator[str]:
    """A row a rule: how many findings, and how many of them --fix fixes; the most first."""
    findings = [finding for report in reports for finding in report.findings]
    counts = Counter(finding.code for finding in findings)
    fixes = Counter(finding.code for finding in findings if fixable(finding, options.unsafe_fixes))
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    if options.output_format == "json":
        import json

        yield json.dumps([{"code": code, "count": count, "fixable": fixes[code]} for code, count in rows], indent=2)
        yield "\n"
        return
    width = max((len(str(count)) for count in counts.values()), default=1)
    for code, count in rows:
        yield f"{count:>{width}}  {code}{f' ({fixes[code]} fixable)' if fixes[code] else ''}\n"
