"""`--fix`, `--unsafe-fixes` and `--diff`."""

from __future__ import annotations

import os
import stat

import pytest

from .conftest import BAD

pytestmark = pytest.mark.usefixtures("fake_engine")

FIXED = BAD.replace("1e6", "1000000")
HALF = BAD.replace("1e6", "1.5")


def test_fix_changes_the_file_and_says_so(run, tmp_path):
    (tmp_path / "bad.py").write_text(BAD)
    assert run("check", "--fix", "bad.py") == (0, "Fixed 1 finding; none left.\n", "")
    assert (tmp_path / "bad.py").read_text() == FIXED
    assert run("check", "--fix", "bad.py") == (0, "Found nothing.\n", "")


def test_fix_leaves_unsafe_fixes_alone_unless_asked(run, tmp_path):
    (tmp_path / "half.py").write_text(HALF)
    ran = run("check", "--fix", "half.py")
    assert (ran.code, ran.out.split("\n")[-2]) == (1, "Found 1 error; --fix --unsafe-fixes fixes 1.")
    assert (tmp_path / "half.py").read_text() == HALF
    assert run("check", "--fix", "--unsafe-fixes", "half.py").code == 0
    assert (tmp_path / "half.py").read_text() == HALF.replace("1.5", "1")


@pytest.mark.parametrize(
    "data",
    [
        BAD.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + BAD.encode(),
        b"# coding: latin-1\nx = '\xe9'\r\n" + BAD.encode().replace(b"\n", b"\r"),
        BAD.rstrip("\n").encode(),
        b"x = '\f'\n\f\n" + BAD.encode(),
        BAD.replace("import", "'\u2028\x85'; import").encode(),
    ],
)
def test_fix_keeps_every_other_byte(run, tmp_path, data):
    (tmp_path / "bad.py").write_bytes(data)
    assert run("check", "--fix", "bad.py").code == 0
    assert (tmp_path / "bad.py").read_bytes() == data.replace(b"1e6", b"1000000")


def test_fix_keeps_permissions_and_links(run, tmp_path):
    real = tmp_path / "real.py"
    real.write_text(BAD)
    real.chmod(0o751)
    (tmp_path / "link.py").symlink_to(real)
    assert run("check", "--fix", "link.py").code == 0
    assert (tmp_path / "link.py").is_symlink()
    assert (real.read_text(), stat.S_IMODE(real.stat().st_mode)) == (FIXED, 0o751)
    assert sorted(os.listdir(tmp_path)) == ["link.py", "real.py"]


def test_a_file_that_cannot_be_written_is_left_whole(run, tmp_path, monkeypatch):
    def full(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    (tmp_path / "bad.py").write_text(BAD)
    ran = run("check", "--fix", "bad.py")
    assert (ran.code, ran.err) == (2, "prelower: bad.py: not fixed: no space left on device\n")
    assert (tmp_path / "bad.py").read_text() == BAD
    assert os.listdir(tmp_path) == ["bad.py"]


def test_fix_of_standard_input_prints_the_fixed_text(run):
    ran = run("check", "--fix", "-", stdin=HALF.encode() + BAD.encode())
    assert (ran.code, ran.out) == (1, HALF + FIXED)
    assert ran.err.endswith("Fixed 1 finding; 1 error left; --fix --unsafe-fixes fixes 1.\n")


def test_fix_of_standard_input_hands_through_what_is_not_watched(run):
    assert run("check", "--fix", "-", stdin=b"x = 1\r\n") == (0, "x = 1\r\n", "Found nothing.\n")


def test_diff_changes_nothing(run, tmp_path):
    (tmp_path / "bad.py").write_text(BAD)
    ran = run("check", "--diff", "bad.py")
    assert ran == (
        1,
        "--- a/bad.py\n+++ b/bad.py\n@@ -1,3 +1,3 @@\n import jax.experimental.pallas.tpu as pltpu\n \n"
        "-params = pltpu.CompilerParams(vmem_limit_bytes=1e6)\n"
        "+params = pltpu.CompilerParams(vmem_limit_bytes=1000000)\n",
        "prelower: 1 fix would be applied\n",
    )
    assert (tmp_path / "bad.py").read_text() == BAD
    assert run("check", "--diff", "-", stdin=BAD.encode()).out.startswith("--- a/-\n")


def test_diff_of_a_file_without_a_last_newline(run, tmp_path):
    (tmp_path / "bad.py").write_text(BAD.rstrip("\n"))
    lines = run("check", "--diff", "bad.py").out.split("\n")
    assert lines[-5:] == [
        "-params = pltpu.CompilerParams(vmem_limit_bytes=1e6)",
        "\\ No newline at end of file",
        "+params = pltpu.CompilerParams(vmem_limit_bytes=1000000)",
        "\\ No newline at end of file",
        "",
    ]


def test_diff_with_nothing_to_fix(run, tmp_path):
    (tmp_path / "good.py").write_text(FIXED)
    assert run("check", "--diff", "good.py") == (0, "", "prelower: nothing to fix\n")


@pytest.mark.parametrize(
    "data",
    [
        b"# coding: unicode_escape\n" + BAD.encode(),
        b"# coding: utf-7\nx = '+AOk-'\n" + BAD.encode(),
    ],
)
def test_a_file_whose_bytes_would_not_stay_the_same_is_not_fixed(run, tmp_path, data):
    (tmp_path / "odd.py").write_bytes(data)
    ran = run("check", "--fix", "odd.py")
    assert (tmp_path / "odd.py").read_bytes() == data
    assert ran.code in (1, 2) and "Traceback" not in ran.err
