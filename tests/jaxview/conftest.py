"""Environments to look at: made up in a folder, and one with a real JAX."""

from __future__ import annotations

import glob
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def oracle_prefix() -> str:
    """The folder of an environment with a real JAX."""
    named = os.environ.get("PRELOWER_ORACLE_PYTHON")
    found = [named] if named else sorted(glob.glob(str(ROOT / ".venv-oracle*" / "bin" / "python")))
    if not found or not os.path.exists(found[0]):
        pytest.skip("no environment with a real JAX: set PRELOWER_ORACLE_PYTHON or run `make test`")
    return os.path.dirname(os.path.dirname(os.path.abspath(found[0])))


def write(folder: pathlib.Path, files: dict[str, str]) -> pathlib.Path:
    """Write files below a folder, making what they stand in."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def package(version: str, place: str = "jax/") -> dict[str, str]:
    """The files of a small JAX of a version."""
    return {
        f"{place}__init__.py": "from jax import ffi as ffi\n",
        f"{place}version.py": f'_version = "{version}"\n_release_version: str | None = "{version}"\n',
        f"{place}ffi.py": "from jax._src.ffi import (\n    ffi_call as ffi_call,\n)\n",
        f"{place}_src/ffi.py": "def ffi_call(target_name, result_shape_dtypes, *, vmap_method=None, **extra):\n  ...\n",
    }


def venv(folder: pathlib.Path, version: str | None, python: str = "3.11", settings: str = "") -> pathlib.Path:
    """A virtual environment, with a small JAX of a version in it."""
    site = folder / "lib" / f"python{python}" / "site-packages"
    site.mkdir(parents=True)
    write(folder, {"pyvenv.cfg": f"home = /nowhere/bin\nversion = {python}.4\n{settings}", "bin/python": ""})
    return write(folder, package(version, f"lib/python{python}/site-packages/jax/")) if version else folder


@pytest.fixture
def make_venv(tmp_path):
    """Makes virtual environments by their path below the test's folder."""
    return lambda name, version=None, **more: venv(tmp_path / name, version, **more)


@pytest.fixture
def make_files(tmp_path):
    """Makes files by their path below the test's folder."""
    return lambda files, below="": write(tmp_path / below, files)


@pytest.fixture
def small_jax():
    """The files of a small JAX of a version."""
    return package
