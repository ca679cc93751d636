"""The verdict table of older releases: what prelower says under each, held against what JAX of that release did.

`BESIDE` and `DIFFERS` are as in `test_table.py`; `RELEASES` are what differs in some releases only.
"""

from __future__ import annotations

from prelower.engine import Engine
from prelower.findings import ERROR, WARNING, Finding
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

from .releases import CUT
from .table import Sample
from .test_table import says


def findings(sample: Sample, version: str) -> tuple[Finding, ...]:
    """The errors and warnings that prelower has for a sample under a release."""
    found = Engine("/project", Jax(version, "asked")).check(Source("/project/case.py", sample.program)).findings
    return tuple(finding for finding in found if finding.severity in (ERROR, WARNING))


def agrees(sample: Sample, found: tuple[Finding, ...]) -> bool:
    """Whether prelower says what JAX did; a warning is right where the newest release's compiler refused the value."""
    errors = [finding for finding in found if finding.severity == ERROR]
    if sample.outcome == "raises":
        return any(says(sample, finding) or _cut(sample, finding) for finding in errors)
    return not errors and (sample.outcome == "compile" or not found)


def _cut(sample: Sample, finding: Finding) -> bool:
    said = (finding.raises or "").partition(": ")[2] or finding.documented
    return len(sample.message) >= CUT and said.partition("\n")[0].startswith(sample.message[:CUT])
