"""Mistakes that people really reported: each is found, with JAX's message, and what mends it is clean."""

from __future__ import annotations

import ast
import pathlib
import re

import pytest

from oracle.client import SHARED
from prelower.engine import make_engine
from prelower.findings import ERROR, WARNING, Finding
from prelower.text.source import read_source

JAX = "0.12.0.1"
REPORTS = sorted((SHARED / "reports").glob("*/case.py"))
_RAISES = re.compile(r"^Raises in 0\.12\.0\.1: `\w+: (.*)` \(checked\)", re.M)


# By the first two digits of a report: the releases that took what was written, those that warned of it, those that
# refuse it, as its README says and as JAX was seen to do.
RELEASES = {
    "02": (("0.4.35", "0.5.3"), ("0.6.2",), ("0.7.2", "0.8.3", "0.9.2", "0.11.2")),
    "03": (("0.4.35", "0.5.3"), (), ("0.6.2", "0.8.3", "0.9.2", "0.11.2")),
    "06": (("0.4.35", "0.5.3"), ("0.6.2", "0.7.2"), ("0.8.3", "0.9.2", "0.10.2")),
    "07": (("0.4.35", "0.5.3"), ("0.6.2", "0.7.2"), ("0.8.3", "0.9.2")),
    "09": ((), ("0.5.3",), ("0.6.2", "0.8.3", "0.10.2")),
    "10": ((), ("0.5.3",), ("0.6.2", "0.9.2", "0.10.2")),
    "11": (("0.4.35",), ("0.5.3", "0.6.2"), ("0.7.2", "0.8.3", "0.10.2")),
    "14": (("0.6.2", "0.7.2", "0.8.3"), (), ("0.9.2", "0.10.2")),
    "17": ((), (), ("0.4.35", "0.6.2", "0.7.2", "0.9.2")),
}
SEVERITIES = ((), (WARNING,), (ERROR,))
OVER_RELEASES = [
    pytest.param(path, release, severities, id=f"{path.parent.name}-{release}")
    for path in REPORTS
    for releases, severities in zip(RELEASES.get(path.parent.name[:2], ()), SEVERITIES)
    for release in releases
]


def findings(path: pathlib.Path, release: str = JAX) -> tuple[Finding, ...]:
    """What prelower finds in a file, of a release of JAX."""
    engine = make_engine(str(path.parent), jax_version=release, variables={})
    try:
        return engine.settle(read_source(str(path))).findings
    finally:
        engine.close()


def changed(case: pathlib.Path) -> set[int]:
    """The lines of a case, from 0, that its mended version does not have."""
    mended = set((case.parent / "fixed.py").read_text("utf-8").split("\n"))
    return {number for number, line in enumerate(case.read_text("utf-8").split("\n")) if line not in mended}


@pytest.mark.parametrize("case", REPORTS, ids=lambda path: path.parent.name)
def test_a_reported_mistake_is_found_where_it_is(case: pathlib.Path):
    said = _RAISES.search((case.parent / "README.md").read_text("utf-8"))
    assert said is not None
    (finding,) = findings(case)
    assert (finding.severity, finding.documented) == (ERROR, said[1])
    assert finding.span.line in changed(case)


@pytest.mark.parametrize("case", REPORTS, ids=lambda path: path.parent.name)
def test_what_mends_it_is_clean(case: pathlib.Path):
    mended = case.parent / "fixed.py"
    ast.parse(mended.read_text("utf-8"))
    assert findings(mended) == ()


@pytest.mark.parametrize(("case", "release", "severities"), OVER_RELEASES)
def test_a_mistake_is_found_in_the_releases_that_have_it_only(case: pathlib.Path, release: str, severities: tuple):
    found = findings(case, release)
    assert tuple(finding.severity for finding in found) == severities
