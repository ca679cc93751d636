"""Mistakes that people really reported: each is found, with JAX's message, and what mends it is clean."""

from __future__ import annotations

import ast
import pathlib
import re

import pytest

from oracle.client import SHARED
from prelower.engine import make_engine
from prelower.findings import ERROR, Finding
from prelower.text.source import read_source

JAX = "0.12.0.1"
REPORTS = sorted((SHARED / "reports").glob("*/case.py"))
_RAISES = re.compile(r"^Raises in 0\.12\.0\.1: `\w+: (.*)` \(checked\)", re.M)


def findings(path: pathlib.Path) -> tuple[Finding, ...]:
    """What prelower finds in a file, of the newest JAX."""
    engine = make_engine(str(path.parent), jax_version=JAX, variables={})
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
