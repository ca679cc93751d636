"""Exit codes, which files are checked, standard input, and how trouble is told."""

from __future__ import annotations

import json
import os

import pytest

from .conftest import BAD

pytestmark = pytest.mark.usefixtures("fake_engine")

GOOD = BAD.replace("1e6", "1_000_000")
WARNS = "pltpu.CompilerParams(flags={'é': 'x'})\n"


def filenames(ran):
    return [row["filename"] for row in json.loads(ran.out)]


@pytest.mark.parametrize(("text", "code"), [(GOOD, 0), (BAD, 1), (WARNS, 1), ("", 0)])
def test_exit_code_says_what_is_left(run, tmp_path, text, code):
    (tmp_path / "a.py").write_text(text, "utf-8")
    assert run("check", "a.py").code == code
    assert run("check", "--exit-zero", "a.py").code == 0


def test_without_a_path_the_current_folder_is_checked(run, tmp_path):
    (tmp_path / "a.py").write_text(BAD)
    assert filenames(run("check", "--output-format", "json")) == ["a.py"]


def test_files_come_in_order_and_each_once(run, tmp_path):
    for name in ("b/z.py", "b/a.py", "a.py", "c.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(BAD)
    ran = run("check", "--output-format", "json", "b/z.py", ".", "./c.py")
    assert filenames(ran) == ["b/z.py", "a.py", os.path.join("b", "a.py"), "c.py"]


def test_folders_that_hold_no_own_code_are_passed_over(run, tmp_path):
    kept = ("pkg/a.py", "venv_tools/a.py")
    passed = (".venv/a.py", "node_modules/x/a.py", "__pycache__/a.py", "my_env/lib/a.py", "lib/site-packages/a.py")
    for name in (*kept, *passed):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(BAD)
    (tmp_path / "my_env" / "pyvenv.cfg").touch()
    (tmp_path / "notes.txt").write_text(BAD)
    assert filenames(run("check", "--output-format", "json")) == list(kept)
    # What is named is checked, wherever it lies and whatever its name is.
    named = ("lib/site-packages", "notes.txt", ".venv")
    assert filenames(run("check", "--output-format", "json", *named)) == [
        "lib/site-packages/a.py",
        "notes.txt",
        ".venv/a.py",
    ]


def test_a_loop_of_links_ends(run, tmp_path):
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "a.py").write_text(BAD)
    (tmp_path / "pkg" / "loop").symlink_to(tmp_path / "pkg", target_is_directory=True)
    (tmp_path / "self.py").symlink_to(tmp_path / "self.py")
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere.py")
    assert filenames(run("check", "--output-format", "json")) == [os.path.join("pkg", "a.py")]


def test_a_deep_tree_is_walked(run, tmp_path):
    (tmp_path / "a.py").write_text(BAD)
    depth = 1100
    for _ in range(depth):
        os.mkdir("d")
        os.chdir("d")
    os.chdir(tmp_path)
    try:
        assert filenames(run("check", "--output-format", "json")) == ["a.py"]
    finally:
        # Its removal by recursion would fail.
        for _ in range(depth):
            os.chdir("d")
        for _ in range(depth):
            os.chdir("..")
            os.rmdir("d")


def test_a_folder_without_python_gives_one_line(run, tmp_path):
    (tmp_path / "empty").mkdir()
    ran = run("check", "empty")
    assert (ran.code, ran.err) == (0, "prelower: no Python files found under empty\n")


@pytest.mark.parametrize(
    ("name", "data", "line"),
    [
        ("gone.py", None, "prelower: gone.py: no such file or folder\n"),
        ("latin.py", b"x = '\xe9' # CompilerParams\n", "prelower: latin.py: not utf-8\n"),
        ("latin.py", b"x = '\xe9'\n", "prelower: latin.py: not utf-8\n"),
        ("cookie.py", b"# coding: nonsense\nx = '\xe9'\n", "prelower: cookie.py: unknown encoding nonsense\n"),
        ("utf16.py", "x = 1\n".encode("utf-16"), "prelower: utf16.py: not utf-8\n"),
        ("large.py", b"#" * 2_000_001, "prelower: large.py: too large\n"),
    ],
)
def test_a_named_path_that_cannot_be_read_gives_a_line_and_2(run, tmp_path, name, data, line):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    (tmp_path / "bad.py").write_text(BAD)
    ran = run("check", "--output-format", "json", name, "bad.py")
    assert (ran.code, ran.err) == (2, line)
    assert filenames(ran) == ["bad.py"]


def test_in_a_folder_an_unreadable_file_does_not_change_the_exit_code(run, tmp_path):
    (tmp_path / "latin.py").write_bytes(b"x = '\xe9'\n")
    (tmp_path / "pipe.py").mkdir()
    ran = run("check", ".")
    assert (ran.code, ran.err) == (0, "prelower: latin.py: not utf-8\n")


def test_a_pipe_is_not_waited_for(run, tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    assert run("check", "pipe.py") == (2, "", "prelower: pipe.py: not a regular file\n")
    assert run("check", ".").code == 0


def test_other_encodings_are_read(run, tmp_path):
    (tmp_path / "latin.py").write_bytes(b"# coding: latin-1\n" + BAD.replace("params", "caf\xe9").encode("latin-1"))
    (row,) = json.loads(run("check", "--output-format", "json", "latin.py").out)
    assert row["location"] == {"row": 4, "column": 46}


def test_a_bom_moves_no_column(run, tmp_path):
    (tmp_path / "bom.py").write_bytes(b"\xef\xbb\xbf" + BAD.split("\n")[2].encode())
    (row,) = json.loads(run("check", "--output-format", "json", "bom.py").out)
    assert row["location"] == {"row": 1, "column": 48}


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_rows_count_every_line_end_but_no_form_feed(run, tmp_path, end):
    text = f"\f\nx = '\u2028'\n{BAD}".replace("\n", end)
    (tmp_path / "a.py").write_bytes(text.encode())
    (row,) = json.loads(run("check", "--output-format", "json", "a.py").out)
    assert row["location"] == {"row": 5, "column": 48}


def test_standard_input(run, tmp_path):
    ran = run("check", "--output-format", "concise", "-", stdin=BAD.encode())
    assert (ran.code, ran.out.split(" ")[0]) == (1, "-:3:48:")
    ran = run("check", "--output-format", "json", "--stdin-filename", "src/kernel.py", "-", stdin=BAD.encode())
    assert filenames(ran) == ["src/kernel.py"]
    assert run("check", "-", stdin=b"\xe9") == (2, "", "prelower: -: not utf-8\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("-", "a.py"), "'-' reads standard input and goes with no other path"),
        (("--stdin-filename", "a.py", "b.py"), "--stdin-filename goes with '-'"),
        (("--diff", "--output-format", "json", "a.py"), "--diff prints a diff and goes with no --output-format"),
        (("--fix", "--diff", "a.py"), "--fix changes files and --diff changes none: give one of them"),
        (
            ("--select", "vmem-limit-not-it", "."),
            "there is no rule 'vmem-limit-not-it'; did you mean 'vmem-limit-not-int'?",
        ),
    ],
)
def test_options_that_make_no_sense_give_a_line_and_2(run, arguments, line):
    assert run("check", *arguments) == (2, "", f"prelower: {line}\n")


@pytest.mark.parametrize("arguments", [(), ("chek",), ("check", "--output-format", "xml"), ("check", "--no-such")])
def test_wrong_usage_gives_2(run, arguments):
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("usage: prelower")


def test_an_internal_error_gives_a_line_and_on_request_the_traceback(run, tmp_path, monkeypatch):
    def fails(project, options):
        raise RuntimeError("deep\ninside")

    monkeypatch.delenv("PRELOWER_DEBUG", raising=False)
    monkeypatch.setattr("prelower.cli.session.engine_of", fails)
    (tmp_path / "bad.py").write_text(BAD)
    ran = run("check", "bad.py")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "internal error: RuntimeError: deep inside" in ran.err
    assert "Traceback" in run("check", "--verbose", "bad.py").err
    monkeypatch.setenv("PRELOWER_DEBUG", "1")
    assert "Traceback" in run("check", "bad.py").err


def test_ctrl_c_is_quiet(run, tmp_path, monkeypatch):
    def interrupted(project, options):
        raise KeyboardInterrupt

    monkeypatch.setattr("prelower.cli.session.engine_of", interrupted)
    (tmp_path / "bad.py").write_text(BAD)
    assert run("check", "bad.py") == (130, "", "")
