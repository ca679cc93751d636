"""`[tool.prelower]`: what it does, and how mistakes in it are told."""

from __future__ import annotations

import json
import os

import pytest

from prelower.config.globs import matches
from prelower.config.load import load, read
from prelower.config.model import OPTIONS, Config
from prelower.config.schema import schema

from .conftest import BAD

RULES = ("flag-value-not-scalar", "vmem-limit-not-int")

FULL = """\
[tool.prelower]
python = ".venv"
jax-version = "0.7.2"
select = ["vmem-limit-not-int"]
ignore = []
exclude = ["third_party/**"]

[tool.prelower.severity]
"flag-value-not-scalar" = "hint"

[tool.prelower.per-file-ignores]
"tests/**" = ["vmem-limit-not-int"]
"""


def test_every_key_is_read():
    loaded = read(FULL, "/p/pyproject.toml", RULES)
    assert loaded.problems == ()
    assert loaded.config == Config(
        "/p",
        ".venv",
        "0.7.2",
        ("vmem-limit-not-int",),
        (),
        (("flag-value-not-scalar", "hint"),),
        (("tests/**", ("vmem-limit-not-int",)),),
        ("third_party/**",),
    )


def test_options_and_fields_are_the_same():
    assert [option.field for option in OPTIONS] == list(Config._fields[1:])
    assert list(schema(RULES)["properties"]) == [option.key for option in OPTIONS]


@pytest.mark.parametrize(
    ("line", "message", "word"),
    [
        ('jax-version = "latest"', '`jax-version` must be a release, such as "0.7.2"', "jax-version"),
        ("selct = []", "unknown key `selct`; there are: baseline, exclude, ignore, jax-version, ", "selct"),
        ("python = 3.12", '`python` must be a string, such as ".venv"', "python"),
        ('select = "x"', "`select` must be given lists of strings, such as ", "select"),
        ("exclude = [1]", "`exclude` must be given lists of strings, such as ", "exclude"),
        ('ignore = ["vmem"]', "unknown rule `vmem` in `ignore`; there are: flag-value-not-scalar, vmem-", "vmem"),
        ('severity = "error"', "`severity` must be a table, such as ", "severity"),
        (
            'severity = { vmem-limit-not-int = "fatal" }',
            "the severity of `vmem-limit-not-int` must be one of: error, warning, information, hint, off",
            "vmem-limit-not-int",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_is_accepted(line, message, word):
    text = f"# python select selct\n[tool.prelower]\n{line}\n"
    loaded = read(text, "/p/pyproject.toml", RULES)
    (problem,) = loaded.problems
    assert problem.message.startswith(message)
    assert (problem.span.line, problem.span.column) == (2, line.index(word))
    assert loaded.config == Config("/p")


@pytest.mark.parametrize("text", ["[tool.prelower\n", "tool.prelower = 3\n", "[tool]\nprelower = []\n"])
def test_what_is_no_table_is_told(text):
    assert len(read(text, "/p/pyproject.toml").problems) == 1


def test_the_nearest_file_that_speaks_of_prelower_holds(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.prelower]\njax-version = "0.6.2"\n')
    (inner / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    loaded = load(str(inner))
    assert (loaded.config.root, loaded.config.jax_version) == (str(tmp_path), "0.6.2")
    assert load(str(tmp_path.parent)).path is None


@pytest.mark.parametrize(
    ("glob", "yes", "no"),
    [
        ("tests/**", "tests/a/b.py", "src/tests/b.py"),
        ("tests", "src/tests/b.py", "src/tests2/b.py"),
        ("*_test.py", "a/b/x_test.py", "a/x_test.pyi"),
        ("a/*.py", "a/b.py", "a/b/c.py"),
        ("a/**/c.py", "a/c.py", "a/c.pyc"),
        ("**/gen/*.py", "gen/x.py", "gen/y/x.py"),
        ("/top.py", "top.py", "a/top.py"),
        ("[!a]?.py", "bx.py", "ax.py"),
        ("a+b.py", "a+b.py", "aab.py"),
        ("folder/", "folder/x.py", "folders/x.py"),
    ],
)
def test_globs(glob, yes, no):
    assert matches(f"/p/{yes}", [glob], "/p")
    assert not matches(f"/p/{no}", [glob], "/p")
    assert not matches(f"/q/{yes}", [glob], "/p")


@pytest.mark.usefixtures("fake_engine")
def test_check_heeds_it(run, tmp_path):
    (tmp_path / "pyproject.toml").write_text(
        '[tool.prelower]\nexclude = ["gen"]\nseverity = { vmem-limit-not-int = "hint" }\n'
        'per-file-ignores = { "t_*.py" = ["vmem-limit-not-int"] }\n'
    )
    (tmp_path / "gen").mkdir()
    for name in ("gen/a.py", "a.py", "t_a.py"):
        (tmp_path / name).write_text(BAD)
    ran = run("check", "--output-format", "json")
    assert [(row["filename"], row["severity"]) for row in json.loads(ran.out)] == [("a.py", "hint")]
    assert ran.code == 0
    # A file that is named is checked even if its folder is excluded.
    assert len(json.loads(run("check", "--output-format", "json", "gen/a.py").out)) == 1
    # Unless that is not wanted, as in a hook that names whatever has changed.
    hook = run("check", "--output-format", "json", "--force-exclude", "gen/a.py", "gen", "a.py")
    assert [row["filename"] for row in json.loads(hook.out)] == ["a.py"]
    assert json.loads(run("check", "--output-format", "json", "--force-exclude", "gen/a.py").out) == []


@pytest.mark.usefixtures("fake_engine")
def test_check_tells_mistakes_goes_on_and_ends_with_2(run, tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.prelower]\nselct = []\n")
    (tmp_path / "a.py").write_text(BAD)
    ran = run("check", "--output-format", "concise", "a.py")
    assert (ran.code, ran.out.startswith("a.py:3:48: vmem-limit-not-int")) == (2, True)
    assert ran.err.startswith("prelower: pyproject.toml:2:1: unknown key `selct`; there are: ")


@pytest.mark.usefixtures("fake_engine")
def test_check_of_a_folder_heeds_the_file_nearest_to_each_file(run, tmp_path):
    for name in ("a.py", "sub/a.py", "sub/gen.py", "sub/deep/a.py", "other/a.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(BAD)
    outer, inner, other = (tmp_path / folder / "pyproject.toml" for folder in ("", "sub", "other"))
    outer.write_text('[tool.prelower]\nexclude = ["a.py"]\n')
    inner.write_text('[tool.prelower]\nexclude = ["gen.py"]\nseverity = { vmem-limit-not-int = "hint" }\n')
    other.write_text("[project]\nname = 'other'\n")
    result = json.loads(run("check", "--output-format", "json").out)
    found = {one["filename"].replace(os.sep, "/"): one["severity"] for one in result}
    assert found == {"sub/a.py": "hint", "sub/deep/a.py": "hint"}
    inner.write_text("[tool.prelower]\nselct = []\n")
    failed = run("check")
    assert "sub/pyproject.toml:2:1: unknown key `selct`" in failed.err.replace(os.sep, "/")
    assert failed.code == 2
