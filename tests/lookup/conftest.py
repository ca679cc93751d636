"""Look-ups in an environment with a real JAX, and in an empty one."""

from __future__ import annotations

import glob
import os
import pathlib

import pytest

from prelower.jaxview.environment import Environment, find
from prelower.lookup.client import Lookup

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def oracle_prefix() -> str:
    """The folder of an environment with a real JAX."""
    named = os.environ.get("PRELOWER_ORACLE_PYTHON")
    found = [named] if named else sorted(glob.glob(str(ROOT / ".venv-oracle*" / "bin" / "python")))
    if not found or not os.path.exists(found[0]):
        pytest.skip("no environment with a real JAX: set PRELOWER_ORACLE_PYTHON or run `make test`")
    return os.path.dirname(os.path.dirname(os.path.abspath(found[0])))


@pytest.fixture(scope="session")
def jedi_cache(tmp_path_factory) -> str:
    """A cache folder that the tests of one run share, so that jedi parses JAX once."""
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def make_lookup(tmp_path):
    """Makes look-ups in an opened folder, by default in an empty environment; all are closed in the end."""
    made: list[Lookup] = []

    def make(prefix: str | None = None, cache: str | None = None, root: pathlib.Path | None = None) -> Lookup:
        environment = find(os.sep, prefix, {}, server=False) if prefix else Environment((), "none", (3, 12))
        opened = root or tmp_path / "opened"
        opened.mkdir(exist_ok=True)
        made.append(Lookup(str(opened), environment, cache or str(tmp_path / "cache")))
        return made[-1]

    yield make
    for lookup in made:
        lookup.close()
