"""The release corpus: what each of nine releases says of the same programs, and what prelower says under it.

The judging is the corpus' own, from `score_versions.py` beside it.
"""

from __future__ import annotations

import importlib.util
import types

import pytest

from oracle.client import read_case, shared
from prelower.engine import make_engine
from prelower.text.source import Source

from .checked import Case
from .scoring import as_lsp

RELEASES = ("0.12.0.1", "0.11.2", "0.10.2", "0.9.2", "0.8.3", "0.7.2", "0.6.2", "0.5.3", "0.4.35")
AGREEMENT = 1.0
"""The share of the settled pairs of program and release on which prelower agrees, at least."""


def scorer() -> types.ModuleType:
    """The corpus' own way to judge findings."""
    place = shared("versions", "score_versions.py")
    spec = importlib.util.spec_from_file_location("score_versions", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def found_in(case: Case, release: str) -> list[dict]:
    """What prelower finds in a program under a release, as the corpus writes findings."""
    texts = {str(case.folder / name): text for name, text in case.files.items()}
    engine = make_engine(str(case.folder), jax_version=release, variables={}, texts=texts.get)
    try:
        sources = [Source(path, text) for path, text in texts.items() if path.endswith(".py")]
        return [as_lsp(case, finding) for source in sources for finding in engine.settle(source).findings]
    finally:
        engine.close()


@pytest.mark.parametrize("release", RELEASES)
def test_prelower_agrees_with_the_release(release: str):
    score = scorer()
    labels = score.load(shared("versions"))
    rows = {}
    for case, label in labels.items():
        if release in label["results"]:
            folder = shared("versions", case)
            found = found_in(Case(case, folder, label, read_case(folder), ()), release)
            rows[case] = score.judge(label, label["results"][release], found)
    asked = sum(row["asked"] for row in rows.values())
    differing = [case for case, row in rows.items() if row["asked"] > row["agreed"]]
    assert asked >= 30
    assert 1 - len(differing) / asked >= AGREEMENT, differing
    assert not [case for case, row in rows.items() if row["stray"]]
