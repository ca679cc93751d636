"""What a configuration does to findings: severities, rules off, rules off in some files."""

from __future__ import annotations

from collections.abc import Iterable

from prelower.config.globs import matches
from prelower.config.model import Config
from prelower.findings import Finding


def applied(findings: Iterable[Finding], config: Config) -> tuple[Finding, ...]:
    """The findings that are left, with the severities that the configuration gives them."""
    severities = dict(config.severity)
    kept = [finding for finding in findings if not _silenced(finding, severities, config)]
    if config.baseline is not None:
        from prelower.config.baseline import new

        kept = list(new(kept, config.baseline))
    return tuple(finding._replace(severity=severities.get(finding.code, finding.severity)) for finding in kept)


def excluded(path: str, config: Config) -> bool:
    """Whether a file or folder is not to be checked."""
    return bool(config.exclude) and matches(path, config.exclude, config.root)


def _silenced(finding: Finding, severities: dict[str, str], config: Config) -> bool:
    if severities.get(finding.code) == "off":
        return True
    return any(
        finding.code in rules and matches(finding.path, [glob], config.root) for glob, rules in config.per_file_ignores
    )
