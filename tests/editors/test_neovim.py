"""One session in a real Neovim, with the configuration that we ship."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from . import neovim

ROOT = neovim.ROOT
MESSAGE = "vmem_limit_bytes must be an int: provided with a <class 'float'>."
PIECE = "VMEM_BUDGET"


@pytest.fixture(scope="module")
def nvim() -> str:
    """A Neovim of 0.11 or newer."""
    try:
        return str(neovim.find() or neovim.install())
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no Neovim: {error}")


def oracle_python() -> str | None:
    """The Python with a real JAX."""
    named = os.environ.get("PRELOWER_ORACLE_PYTHON")
    found = sorted(ROOT.glob(".venv-oracle*/bin/python"))
    return named or (str(found[-1]) if found else None)


def drive(nvim: str, file: pathlib.Path, python: str) -> str:
    """Runs the session; gives what it said."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "server"),
        "XDG_STATE_HOME": str(file.parent / "state"),
        "XDG_CACHE_HOME": str(file.parent / "cache"),
        "PRELOWER_EDITORS": str(ROOT / "editors" / "neovim"),
        "PRELOWER_PYTHON": sys.executable,
        "PRELOWER_FILE": str(file),
        "PRELOWER_PIECE": PIECE,
        "PRELOWER_MESSAGE": MESSAGE,
        "PRELOWER_ENV": python,
    }
    script = pathlib.Path(__file__).with_name("neovim_smoke.lua")
    command = [nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", str(script)]
    done = subprocess.run(command, env=environment, cwd=file.parent, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_seen_explained_fixed_written_and_lowered(nvim, tmp_path):
    python = oracle_python()
    if python is None:
        pytest.skip("no JAX to ask: set PRELOWER_ORACLE_PYTHON or make .venv-oracle")
    file = tmp_path / "matmul.py"
    shutil.copy(ROOT / "examples" / "matmul.py", file)
    (tmp_path / "pyproject.toml").touch()
    print(drive(nvim, file, python))
    text = file.read_text()
    assert f"vmem_limit_bytes=int({PIECE})" in text
    judge = [python, str(ROOT / "tests" / "oracle" / "judge.py")]
    programs = json.dumps([{"id": "it", "files": {"case.py": text}}]) + "\n"
    done = subprocess.run(judge, input=programs, capture_output=True, text=True, check=True, timeout=200)
    [result] = json.loads(done.stdout)
    assert (result["outcome"], result["silent"]) == ("lowers", None)
