"""`rule`, `info`, `explain`, `--version`, and the program as a process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from prelower import __version__
from prelower.rules import pages

from .conftest import BAD

NAMES = [page.name for page in pages()]


def test_version(run):
    assert run("--version") == (0, f"prelower {__version__}\n", "")


def test_rules_are_listed(run):
    ran = run("rule")
    assert [row.split(" ")[0] for row in ran.out.splitlines()] == NAMES
    rows = json.loads(run("rule", "--output-format", "json").out)
    assert [row["code"] for row in rows] == NAMES
    assert set(rows[0]) == {"code", "summary", "since", "explanation", "url"}


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_has_a_page(run, name):
    ran = run("rule", name)
    assert (ran.code, name in ran.out) == (0, True)
    assert json.loads(run("rule", name, "--output-format", "json").out)["explanation"] + "\n" == ran.out


def test_an_unknown_rule(run):
    assert run("rule", "vmem") == (2, "", f"prelower: there is no rule 'vmem'; there are: {', '.join(NAMES)}\n")


def test_info_without_a_jax(run, tmp_path):
    (tmp_path / "env" / "lib" / "python3.12" / "site-packages").mkdir(parents=True)
    (tmp_path / "env" / "pyvenv.cfg").write_text("version = 3.12.1\n")
    ran = run("info", "--python", "env")
    assert (ran.code, ran.err) == (0, "")
    assert "JAX           none" in ran.out
    row = json.loads(run("info", "--python", "env", "--output-format", "json").out)
    assert row["jax"]["version"] is None
    assert row["assumed"] == ["no JAX was found: only what is the same in every release is checked"]
    assert row["environment"]["prefix"] == str(tmp_path / "env")


def test_info_with_a_version_asked_for(run):
    row = json.loads(run("info", "--jax-version", "0.7.2", "--output-format", "json").out)
    assert row["jax"]["version"] == "0.7.2"
    assert run("info", "nowhere") == (2, "", "prelower: nowhere: no such file or folder\n")


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("a.py", "expected FILE:LINE, got 'a.py'"),
        ("a.py:0", "expected FILE:LINE, got 'a.py:0'"),
        ("b.py:1", "b.py: no such file"),
        ("a.py:9", "a.py has 2 lines"),
    ],
)
def test_explain_of_a_place_that_is_not_there(run, tmp_path, place, line):
    (tmp_path / "a.py").write_text("x = 1\n")
    assert run("explain", place) == (2, "", f"prelower: {line}\n")


def process(repository, *arguments, **options):
    environment = {**os.environ, "PYTHONPATH": str(repository / "server"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen([sys.executable, "-m", "prelower", *arguments], env=environment, **options)


@pytest.mark.parametrize("output_format", ["json", "text"])
def test_a_reader_that_goes_away_is_no_error(repository, tmp_path, output_format):
    (tmp_path / "bad.py").write_text(BAD)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = process(repository, "check", "--output-format", output_format, ".", cwd=tmp_path, **pipes)
    command.stdout.close()
    assert command.stderr.read() == b""
    assert command.wait(60) == 141


def test_ctrl_c_of_the_process_is_quiet(repository, tmp_path):
    command = process(repository, "check", "-", cwd=tmp_path, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    command.send_signal(signal.SIGINT)
    assert command.stderr.read() == b""
    assert command.wait(60) == 130


def test_a_terminal_of_another_encoding_is_no_error(repository, tmp_path):
    (tmp_path / "ü.py").write_text("import jax\n")
    environment = {**os.environ, "PYTHONPATH": str(repository / "server"), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "prelower", "check", "nö", "ü.py"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True)
    assert (done.returncode, done.stderr) == (2, b"prelower: n\\xf6: no such file or folder\n")


@pytest.mark.parametrize(("option", "value"), [("--jax-version", "latest"), ("--python", "no/such")])
def test_an_environment_is_refused_for_files_without_jax_too(run, tmp_path, option, value):
    (tmp_path / "plain.py").write_text("x = 1\n", "utf-8")
    ran = run("check", option, value, "plain.py")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"prelower: {option}: '{value}' is ")


@pytest.mark.parametrize("command", [("check", "--output-format", "json"), ("explain", "bad.py:3"), ("info",)])
@pytest.mark.parametrize(
    ("option", "value", "line"),
    [
        ("--jax-version", "latest", "--jax-version: 'latest' is no release of JAX; write one such as 0.12.0.1"),
        ("--python", "no/such", "--python: 'no/such' is neither an environment's folder nor an interpreter"),
        (
            "--python",
            "no-such-python",
            "--python: 'no-such-python' is neither an environment's folder nor an interpreter",
        ),
    ],
)
def test_an_environment_that_cannot_be_is_refused(run, tmp_path, command, option, value, line):
    (tmp_path / "bad.py").write_text(BAD, "utf-8")
    name, *rest = command
    paths = ["bad.py"] if name == "check" else []
    ran = run(name, option, value, *rest, *paths)
    assert (ran.code, ran.err.splitlines()[-1:]) == (2, [f"prelower: {line}"])
