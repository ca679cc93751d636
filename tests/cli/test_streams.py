"""Standard streams that are closed, or whose bytes would not survive."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from .conftest import BAD

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a shell closes the streams")


def closed(repository, folder, command: str) -> tuple[int, str, str]:
    """What a command gives that a shell runs with the streams closed as it says."""
    environment = {**os.environ, "PYTHONPATH": str(repository / "server"), "PYTHON": sys.executable}
    shell = ["/bin/sh", "-c", f'exec "$PYTHON" -m prelower {command}']
    done = subprocess.run(shell, cwd=folder, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("check - <&-", (2, "", "prelower: -: standard input is closed\n")),
        ("check bad.py --output-format json >&-", (1, "", "")),
        ("check bad.py >&- 2>&-", (1, "", "")),
        ("check bad.py <&- >&- 2>&-", (1, "", "")),
        ("rule >&-", (0, "", "")),
        ("info <&- >&-", (0, "", "")),
        ("explain bad.py:3 >&-", (0, "", "")),
        ("check nowhere.py <&- >&-", (2, "", "prelower: nowhere.py: no such file or folder\n")),
    ],
)
def test_closed_streams(repository, tmp_path, command, expected):
    (tmp_path / "bad.py").write_text(BAD)
    assert closed(repository, tmp_path, command) == expected


@pytest.mark.parametrize("how", ["<&-", ">&-", "<&- >&-"])
def test_a_server_without_its_streams_says_so(repository, tmp_path, how):
    code, out, err = closed(repository, tmp_path, f"server {how}")
    assert (code, out) == (2, "")
    assert err.startswith("prelower: the server talks on standard input and output")


def test_a_closed_stream_is_not_taken_by_a_file(repository, tmp_path):
    (tmp_path / "bad.py").write_text(BAD)
    closed(repository, tmp_path, "check --fix bad.py <&- >&- 2>&-")
    assert (tmp_path / "bad.py").read_text() == BAD.replace("1e6", "1_000_000")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"# coding: utf-7\nx = '+AOk-'\n" + BAD.encode(), "would not stay the same in utf-7"),
        (b"# coding: unicode_escape\nx = '\\xe9'\n" + BAD.encode(), "would not stay the same in unicode_escape"),
    ],
)
def test_standard_input_that_would_not_stay_the_same_is_handed_through(run, data, line):
    ran = run("check", "--fix", "-", stdin=data)
    assert ran.out.encode() == data
    assert ran.code == 2
    assert line in ran.err


def test_standard_input_keeps_its_encoding_and_mark(run):
    for data in (b"\xef\xbb\xbf" + BAD.encode(), b"# coding: latin-1\nx = 'e'\n" + BAD.encode()):
        ran = run("check", "--fix", "-", stdin=data)
        assert ran.code == 0
        assert "1_000_000" in ran.out
