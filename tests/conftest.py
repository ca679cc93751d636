"""What the tests of every layer use."""

from __future__ import annotations

import os
import pathlib

import pytest

for _name in ("VIRTUAL_ENV", "CONDA_PREFIX"):  # the environment in which somebody runs the tests is none of theirs
    os.environ.pop(_name, None)

ROOT = pathlib.Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def repository() -> pathlib.Path:
    """The folder of this repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> pathlib.Path:
    """The folder beside the repository with the corpus and the facts that several projects share."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("needs the shared folder beside the repository")
    return folder
