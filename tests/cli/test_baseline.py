"""The baseline: what was found before is not reported, what is new is, and what is gone is told."""

from __future__ import annotations

import json
import os

import pytest

FLOAT = "vmem_limit_bytes=1e6\n"
HALF = "vmem_limit_bytes=2.5\n"
MESSAGE = "vmem_limit_bytes must be an int: provided with a <class 'float'>."
HEAD = "import jax\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch, fake_engine):
    """A project with two files, a finding in each."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text('[tool.prelower]\nbaseline = "known.json"\n')
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.py").write_text(HEAD + FLOAT)
    (tmp_path / "sub" / "b.py").write_text(HEAD + HALF)
    return tmp_path


def known(folder, name: str = "known.json") -> list[tuple[str, int]]:
    """The files and numbers in a baseline."""
    data = json.loads((folder / name).read_text())
    assert all(row["message"] == MESSAGE and row["rule"] == "vmem-limit-not-int" for row in data["findings"])
    return [(row["file"], row["times"]) for row in data["findings"]]


def lines(run, *arguments: str) -> list[str]:
    """Where findings are."""
    return [line.split(" ")[0] for line in run("check", "--output-format", "concise", *arguments).out.splitlines()[:-1]]


def test_what_is_written_is_not_reported(run, folder):
    assert run("check").code == 1
    wrote = run("check", "--write-baseline")
    assert (wrote.code, wrote.out, wrote.err) == (0, "", "prelower: 2 findings are in known.json\n")
    assert known(folder) == [("a.py", 1), ("sub/b.py", 1)]
    checked = run("check")
    assert (checked.code, checked.out, checked.err) == (0, "Found nothing.\n", "")
    assert not (folder / "known.json.new").exists()


def test_what_is_new_is_reported_wherever_the_old_one_moves(run, folder):
    run("check", "--write-baseline")
    (folder / "a.py").write_text(HEAD + "\n\n" + FLOAT + FLOAT)
    assert lines(run) == ["a.py:5:18:"]
    (folder / "c.py").write_text(HEAD + FLOAT)
    assert lines(run) == ["a.py:5:18:", "c.py:2:18:"]


def test_what_is_gone_is_told_and_taken_out(run, folder):
    run("check", "--write-baseline")
    (folder / "a.py").write_text(HEAD)
    assert run("check").err == "prelower: 1 of known.json is gone; --write-baseline takes it out\n"
    assert run("check", "--output-format", "json").err == ""
    assert run("check", "sub").err == "", "a.py was not checked"
    assert run("check", "--ignore", "vmem-limit-not-int").err == "", "it was not looked for"
    run("check", "--write-baseline")
    assert known(folder) == [("sub/b.py", 1)]


def test_files_that_are_not_checked_stay_in_it_while_they_are_there(run, folder):
    run("check", "--write-baseline")
    run("check", "--write-baseline", "sub")
    assert known(folder) == [("a.py", 1), ("sub/b.py", 1)]
    os.remove("a.py")
    run("check", "--write-baseline", "sub")
    assert known(folder) == [("sub/b.py", 1)]


def test_another_file_is_given_on_the_command_line(run, folder):
    assert run("check", "--baseline", "sub/own.json", "--write-baseline", "a.py").code == 0
    assert known(folder, "sub/own.json") == [("../a.py", 1)]
    assert lines(run, "--baseline", "sub/own.json") == ["sub/b.py:2:18:"]


def test_fixing_leaves_alone_what_is_known(run, folder):
    run("check", "--write-baseline", "a.py")
    run("check", "--fix", "--unsafe-fixes")
    assert (folder / "a.py").read_text() == HEAD + FLOAT
    assert (folder / "sub" / "b.py").read_text() == HEAD + "vmem_limit_bytes=2\n"


@pytest.mark.parametrize(
    "text, said",
    [
        ("{", "known.json cannot be read: "),
        ("[]", "known.json is no baseline of prelower's; `prelower check --write-baseline` writes one"),
        ('{"version": 2, "findings": []}', "known.json is no baseline of prelower's"),
        ('{"version": 1, "findings": [{"file": "a.py"}]}', "has a finding without file, rule, message, times"),
        ('{"version": 1, "findings": [3]}', "has a finding without file, rule, message, times: 3"),
    ],
)
def test_what_is_no_baseline_is_told_in_one_line(run, folder, text: str, said: str):
    (folder / "known.json").write_text(text)
    configured = run("check")
    assert configured.code == 2
    assert configured.err.startswith("prelower: pyproject.toml:2:1: `baseline`: ") and said in configured.err
    given = run("check", "--baseline", "known.json", "sub")
    assert given.code == 2 and said in given.err
    assert configured.err.count("\n") == 1
    run("check", "--write-baseline")
    assert len(known(folder)) == 2, "it can be written anew"


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--fix"], "--write-baseline goes with no --fix"),
        (["--select", "vmem-limit-not-int"], "--write-baseline goes with no --select"),
        (["-"], "--write-baseline goes with no '-'"),
        (["--baseline", "nowhere/x.json"], "nowhere/x.json cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_written_is_told_in_one_line(run, arguments: list[str], said: str):
    ran = run("check", "--write-baseline", *arguments)
    assert (ran.code, ran.err) == (2, f"prelower: {said}\n")


def test_it_needs_a_file(run, folder):
    (folder / "pyproject.toml").write_text("[tool.prelower]\n")
    ran = run("check", "--write-baseline")
    assert ran.code == 2
    assert ran.err == (
        "prelower: --write-baseline needs a file: give --baseline FILE, or set `baseline` in [tool.prelower]\n"
    )
