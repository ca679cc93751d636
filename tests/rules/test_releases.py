"""The verdict table of older releases: what prelower says under each, held against what JAX of that release did.

`BESIDE` and `DIFFERS` are as in `test_table.py`; `ASIDE` and `DIFFERING` are those of single releases, by the first
and the last of them.
"""

from __future__ import annotations

import pytest

from oracle.client import SHARED
from prelower.engine import Engine
from prelower.findings import ERROR, WARNING, Finding
from prelower.jaxview.jax import Jax
from prelower.text.source import Source

from .releases import CUT, ORACLE, RUN, reached, samples_of
from .table import Sample
from .test_table import AGREEMENT, BESIDE, DIFFERS, says

ASIDE: dict[tuple[str, str], tuple[str, str, str]] = {}
DIFFERING: dict[tuple[str, str], tuple[str, str, str]] = {}


def findings(sample: Sample, version: str) -> tuple[Finding, ...]:
    """The errors and warnings that prelower has for a sample under a release."""
    found = Engine("/project", Jax(version, "asked")).check(Source("/project/case.py", sample.program)).findings
    return tuple(finding for finding in found if finding.severity in (ERROR, WARNING))


def agrees(sample: Sample, found: tuple[Finding, ...]) -> bool:
    """Whether prelower says what JAX did; a warning is right where the newest release's compiler refused the value."""
    errors = [finding for finding in found if finding.severity == ERROR]
    if sample.outcome == "raises":
        return any(_raised(sample, finding) and (says(sample, finding) or _cut(sample, finding)) for finding in errors)
    return not errors and (sample.outcome == "compile" or not found)


def _raised(sample: Sample, finding: Finding) -> bool:
    """Whether the exception is the one that was seen, where the finding names one."""
    return finding.raises is None or finding.raises.partition(":")[0] == sample.exception


def _cut(sample: Sample, finding: Finding) -> bool:
    said = (finding.raises or "").partition(": ")[2] or finding.documented
    return len(sample.message) >= CUT and said.partition("\n")[0].startswith(sample.message[:CUT])


def listed(sample: Sample, version: str, exceptions: dict[tuple[str, str], tuple[str, str, str]]) -> str | None:
    """The reason for which a sample is an exception in a release."""
    first, last, reason = exceptions.get((sample.guard, sample.given), ("", "", ""))
    return reason if reason and reached(version, first) and reached(last, version) else None


def compared(version: str) -> tuple[int, list[str], list[str]]:
    """How many samples were compared under a release; which differ, and which are listed and do not."""
    count, differing, idle = 0, [], []
    for sample in samples_of(version):
        key = (sample.guard, sample.given)
        if key in BESIDE or listed(sample, version, ASIDE):
            continue
        count += 1
        expected = key in DIFFERS or listed(sample, version, DIFFERING) is not None
        found = findings(sample, version)
        if not agrees(sample, found):
            differing.append(f"{'' if expected else 'NOT LISTED '}{sample!r}: {sample.message}: {found}")
        elif expected and key not in DIFFERS:
            idle.append(repr(sample))
    return count, differing, idle


def parameters() -> list:
    """The releases, those that are not asked of the real JAX as slow ones."""
    return [version if version in ORACLE else pytest.param(version, marks=pytest.mark.slow) for version in RUN]


@pytest.mark.skipif(not (SHARED / "facts").exists(), reason="the shared facts are not beside this repository")
@pytest.mark.parametrize("version", parameters())
def test_prelower_says_what_the_release_did(version: str):
    count, differing, idle = compared(version)
    assert count > 600
    assert not [line for line in differing if line.startswith("NOT LISTED")]
    assert not idle
    assert 1 - len(differing) / count >= AGREEMENT
