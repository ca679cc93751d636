"""The session's oracle, and those of older releases."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import pytest

from oracle.client import ROOT, Oracle
from oracle.client import oracle as oracle


def python_of(release: str) -> pathlib.Path:
    """The Python with the JAX of a release; skips the test where there is none."""
    place = ROOT / f".venv-release-{release}" / "bin" / "python"
    if not place.exists():
        pytest.skip(f"no JAX {release} to ask: make oracle")
    return place


@pytest.fixture
def asked(release: str) -> Iterator[Oracle]:
    """A running oracle with the JAX of the release that the module's `release` gives."""
    running = Oracle(str(python_of(release)))
    yield running
    running.close()
