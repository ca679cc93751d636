"""What is loaded: nothing but the command line, until a file has something that is watched in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from .conftest import BAD

HEAVY = {"ast", "attr", "attrs", "dataclasses", "inspect", "jedi", "lsprotocol", "parso", "pygls", "tomllib", "tomli"}

# -S keeps out what site-packages load at start-up, -I what the variables and the folder could bring in.
PROGRAM = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from prelower.cli.main import main
code = main(sys.argv[1:])
import json
import os
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


def modules(repository, folder, *arguments):
    command = [sys.executable, "-I", "-S", "-c", PROGRAM, str(repository / "server"), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    code, loaded = json.loads(done.stderr.strip().split("\n")[-1])
    assert code == 0, done.stderr
    return {name.split(".")[0] for name in loaded}, set(loaded)


@pytest.mark.parametrize("arguments", [("a.py",), (".",), ("--output-format", "json", "a.py"), ("--fix", "a.py")])
def test_a_file_with_nothing_watched_loads_nothing_heavy(repository, tmp_path, arguments):
    (tmp_path / "a.py").write_text("import jax\n\nprint(jax.numpy.ones(3))\n")
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    tops, loaded = modules(repository, tmp_path, "check", *arguments)
    assert not tops & HEAVY
    assert not {name for name in loaded if name.startswith(("prelower.engine", "prelower.values", "prelower.rules"))}


def test_toml_is_read_only_where_prelower_is_configured(repository, tmp_path):
    (tmp_path / "a.py").write_text("import jax\n")
    (tmp_path / "pyproject.toml").write_text("[tool.prelower]\nexclude = []\n")
    assert "tomllib" in modules(repository, tmp_path, "check", "a.py")[0] or sys.version_info < (3, 11)


NAMES = ("argparse", "ast", "json", "typing", "shutil", "__future__", "attr", "numpy", "jedi", "tomllib")


@pytest.mark.parametrize("arguments", [("check", "."), ("info",), ("rule",)])
def test_modules_of_the_current_folder_are_not_imported(repository, tmp_path, arguments):
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text("import os; os.mkdir('sprung')\n")
    (tmp_path / "kernel.py").write_text(BAD)
    # What Python itself imports for -m is there already; the rest is ours.
    environment = {**os.environ, "PYTHONPATH": str(repository / "server")}
    command = [sys.executable, "-m", "prelower", *arguments]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert not (tmp_path / "sprung").exists()
    assert (done.returncode, done.stderr) == (1 if arguments[0] == "check" else 0, "")
