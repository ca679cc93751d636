"""Real editors, which `make test-editors` installs and names in the environment; else nothing is collected."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MESSAGE = "vmem_limit_bytes must be an int: provided with a <class 'float'>."
FIXED = "vmem_limit_bytes=int(VMEM_BUDGET)"

if "PRELOWER_VSIX" not in os.environ:
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def vsix() -> pathlib.Path:
    """The extension as it is installed."""
    return pathlib.Path(os.environ["PRELOWER_VSIX"])


@pytest.fixture(scope="session")
def extension(vsix: pathlib.Path, tmp_path_factory) -> pathlib.Path:
    """The extension as VS Code unpacks it."""
    folder = tmp_path_factory.mktemp("vsix")
    with zipfile.ZipFile(vsix) as archive:
        archive.extractall(folder)
    return folder / "extension"


@pytest.fixture(scope="session")
def oracle() -> str:
    """The Python with a real JAX."""
    return os.environ["PRELOWER_ORACLE_PYTHON"]


@pytest.fixture
def workspace(tmp_path: pathlib.Path, oracle: str) -> pathlib.Path:
    """A copy of examples/ with the environment of the real JAX in it."""
    folder = tmp_path / "examples"
    shutil.copytree(ROOT / "examples", folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / ".venv").symlink_to(pathlib.Path(oracle).parents[1], target_is_directory=True)
    return folder


@pytest.fixture
def out(request: pytest.FixtureRequest) -> pathlib.Path:
    """A folder for logs and pictures that stays when the test is over."""
    folder = ROOT / ".editors" / "out" / request.node.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def clean_environment() -> dict[str, str]:
    """The variables of a person who has a Python on the path and no environment active."""
    dropped = ("PYTHON", "VIRTUAL_ENV", "CONDA_PREFIX")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    base = os.path.join(sys.base_prefix, "bin")
    return {**kept, "PATH": os.pathsep.join([base, kept["PATH"]])}


def run(command: list[object], seconds: float, **variables: object) -> str:
    """What a program says; it must end well."""
    environment = {**clean_environment(), **{name: str(value) for name, value in variables.items()}}
    words = [str(word) for word in command]
    done = subprocess.run(words, env=environment, cwd="/", capture_output=True, text=True, timeout=seconds, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def lowers(oracle: str, file: pathlib.Path) -> bool:
    """Whether the real JAX lowers a file."""
    judge = [oracle, str(ROOT / "tests" / "oracle" / "judge.py")]
    programs = json.dumps([{"id": "it", "files": {"case.py": file.read_text()}}]) + "\n"
    done = subprocess.run(judge, input=programs, capture_output=True, text=True, check=True, timeout=200)
    [result] = json.loads(done.stdout)
    return (result["outcome"], result["silent"]) == ("lowers", None)


@pytest.fixture
def prelower_on_path(tmp_path: pathlib.Path) -> str:
    """A PATH on which `prelower` is the one of this repository."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "prelower"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT / "server"} exec {sys.executable} -m prelower "$@"\n')
    program.chmod(0o755)
    return os.pathsep.join([str(folder), clean_environment()["PATH"]])
