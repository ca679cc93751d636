"""Golden outputs of every format."""

from __future__ import annotations

import json

import jsonschema
import pytest

from prelower.cli.output.sarif import uri

from .conftest import BAD, MIXED

pytestmark = pytest.mark.usefixtures("fake_engine")

TEXT = """\
error[vmem-limit-not-int]: vmem_limit_bytes must be an int: provided with a <class 'float'>.
 --> bad.py:3:48
  |
3 | params = pltpu.CompilerParams(vmem_limit_bytes=1e6)
  |                                                ^^^
  = got float from `1e6`
  = fix (--fix): Write `1000000`

Found 1 error; --fix fixes 1.
"""

MIXED_TEXT = """\
error[vmem-limit-not-int]: vmem_limit_bytes must be an int: provided with a <class 'float'>.
 --> mixed.py:1:48
  |
1 | ü = "ü", pltpu.CompilerParams(vmem_limit_bytes=1.5, flags={
  |                                                ^^^
  = got float from `1.5`
  = fix (--fix --unsafe-fixes): Write `1`, dropping the fraction

warning[flag-value-not-scalar]: invalid flag value: x, y: 100%
 --> mixed.py:1:59
  |
1 | ü = "ü", pltpu.CompilerParams(vmem_limit_bytes=1.5, flags={
  |                                                           ^
  | ...
  = made here: tuning.py:1:7

Found 1 error, 1 warning; --fix --unsafe-fixes fixes 1.
"""

GITHUB = (
    "::error title=prelower (vmem-limit-not-int),file=a%2Cb.py,line=1,col=48,endLine=1,endColumn=51::"
    "a,b.py:1:48: vmem_limit_bytes must be an int: provided with a <class 'float'>.%0Agot float from `1.5`\n"
    "::warning title=prelower (flag-value-not-scalar),file=a%2Cb.py,line=1,col=59,endLine=2,endColumn=14::"
    "a,b.py:1:59: invalid flag value: x, y: 100%25\n"
)


@pytest.fixture
def files(tmp_path):
    """A folder with a bad file, a mixed one and the one that it points to."""
    (tmp_path / "bad.py").write_text(BAD, "utf-8")
    (tmp_path / "mixed.py").write_text(MIXED, "utf-8")
    (tmp_path / "tuning.py").write_text("é = ü = 'CompilerParams'\n", "utf-8")
    return tmp_path


def test_text(run, files):
    assert run("check", "bad.py") == (1, TEXT, "")


def test_text_with_other_letters_and_several_lines(run, files):
    assert run("check", "mixed.py") == (1, MIXED_TEXT, "")


def test_text_marks_below_tabs_and_wide_letters(run, files):
    (files / "wide.py").write_text("\tx = '日本', CompilerParams(vmem_limit_bytes=2e0)\n", "utf-8")
    rows = run("check", "wide.py").out.split("\n")
    assert rows[3] == "1 | \tx = '日本', CompilerParams(vmem_limit_bytes=2e0)"
    assert rows[4] == "  | \t" + " " * 44 + "^^^"


def test_text_cuts_long_lines_around_the_value(run, files):
    (files / "long.py").write_text(f"x = '{'a' * 5000}', CompilerParams(vmem_limit_bytes=2e0)\n")
    rows = run("check", "long.py").out.split("\n")
    assert max(map(len, rows)) < 200
    start = rows[4].index("^")
    assert rows[3][start:].startswith("2e0")


def test_text_has_colours_on_a_terminal_only(run, files, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("_pytest.capture.CaptureIO.isatty", lambda self: True, raising=False)
    assert "\x1b[1;31merror[vmem-limit-not-int]\x1b[0m" in run("check", "bad.py").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("check", "bad.py").out == TEXT


def test_concise(run, files):
    assert run("check", "--output-format", "concise", "mixed.py", "bad.py").out == (
        "mixed.py:1:48: vmem-limit-not-int vmem_limit_bytes must be an int: provided with a <class 'float'>.\n"
        "mixed.py:1:59: flag-value-not-scalar invalid flag value: x, y: 100%\n"
        "bad.py:3:48: vmem-limit-not-int vmem_limit_bytes must be an int: provided with a <class 'float'>.\n"
        "Found 2 errors, 1 warning; --fix fixes 1; --fix --unsafe-fixes 1 more.\n"
    )


def test_json(run, files):
    ran = run("check", "--output-format", "json", "mixed.py")
    limit, flag = json.loads(ran.out)
    assert (ran.code, ran.err) == (1, "")
    assert limit == {
        "code": "vmem-limit-not-int",
        "severity": "error",
        "confidence": "certain",
        "message": "vmem_limit_bytes must be an int: provided with a <class 'float'>.\ngot float from `1.5`",
        "documented": "vmem_limit_bytes must be an int: provided with a <class 'float'>.",
        "raises": None,
        "filename": "mixed.py",
        "location": {"row": 1, "column": 48},
        "end_location": {"row": 1, "column": 51},
        "fix": {
            "applicability": "unsafe",
            "message": "Write `1`, dropping the fraction",
            "edits": [{"content": "1", "location": {"row": 1, "column": 48}, "end_location": {"row": 1, "column": 51}}],
        },
        "related": [],
        "url": "https://github.com/prelower/prelower/blob/main/docs/rules/vmem-limit-not-int.md",
    }
    assert flag["fix"] is None
    assert flag["raises"] == "TypeError: unhashable"
    assert (flag["location"], flag["end_location"]) == ({"row": 1, "column": 59}, {"row": 2, "column": 14})
    # Column 8 in bytes is column 7 for a reader: the file pointed to is read for that.
    assert flag["related"] == [
        {
            "message": "made here",
            "filename": "tuning.py",
            "location": {"row": 1, "column": 7},
            "end_location": {"row": 1, "column": 10},
        }
    ]


def test_json_without_findings_is_an_empty_array(run, files):
    assert run("check", "--output-format", "json", "tuning.py") == (0, "[]\n", "")


def test_filenames_are_as_they_were_given(run, files):
    def names(*paths):
        return {row["filename"] for row in json.loads(run("check", "--output-format", "json", *paths).out)}

    assert names(str(files / "bad.py")) == {str(files / "bad.py")}
    assert names(".") == {"bad.py", "mixed.py"}
    assert names("./bad.py") == {"./bad.py"}


def test_github(run, files):
    (files / "mixed.py").rename(files / "a,b.py")
    assert run("check", "--output-format", "github", "a,b.py").out == GITHUB


def test_gitlab(run, files):
    limit, flag = json.loads(run("check", "--output-format", "gitlab", "mixed.py").out)
    assert limit["location"] == {
        "path": "mixed.py",
        "positions": {"begin": {"line": 1, "column": 48}, "end": {"line": 1, "column": 51}},
    }
    assert (limit["check_name"], limit["severity"], flag["severity"]) == ("vmem-limit-not-int", "major", "minor")
    assert limit["fingerprint"] != flag["fingerprint"]


def test_gitlab_fingerprints_differ_and_stay_when_lines_move(run, files):
    def prints():
        return [row["fingerprint"] for row in json.loads(run("check", "--output-format", "gitlab", "twice.py").out)]

    (files / "twice.py").write_text(BAD + BAD)
    first = prints()
    (files / "twice.py").write_text("\n\n" + BAD + BAD)
    assert len(set(first)) == 2
    assert prints() == first


def test_statistics(run, files):
    assert run("check", "--statistics").out == "2  vmem-limit-not-int (1 fixable)\n1  flag-value-not-scalar\n"
    assert json.loads(run("check", "--statistics", "--output-format", "json").out) == [
        {"code": "vmem-limit-not-int", "count": 2, "fixable": 1},
        {"code": "flag-value-not-scalar", "count": 1, "fixable": 0},
    ]
    assert run("check", "--statistics", "--output-format", "sarif").code == 2


REGION = {
    "type": "object",
    "required": ["startLine", "startColumn", "endLine", "endColumn"],
    "properties": {name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endLine")},
}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation", "region"],
            "properties": {
                "artifactLocation": {"required": ["uri"], "properties": {"uri": {"pattern": r"^[\w%./~-]+$"}}},
                "region": REGION,
            },
        }
    },
}
RESULT = {
    "type": "object",
    "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
    "properties": {
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": {"required": ["text"]},
        "locations": {"type": "array", "minItems": 1, "items": LOCATION},
        "relatedLocations": {"type": "array", "items": LOCATION},
        "fixes": {"type": "array", "items": {"required": ["artifactChanges"]}},
    },
}
# The fields that SARIF 2.1.0 and the services that take it require.
SARIF = {
    "type": "object",
    "required": ["version", "runs", "$schema"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "required": ["tool", "results"],
                "properties": {
                    "columnKind": {"const": "unicodeCodePoints"},
                    "tool": {
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "required": ["name", "version", "rules"],
                                "properties": {
                                    "rules": {
                                        "type": "array",
                                        "minItems": 3,
                                        "items": {"required": ["id", "shortDescription", "help", "helpUri"]},
                                    }
                                },
                            }
                        },
                    },
                    "results": {"type": "array", "items": RESULT},
                },
            },
        },
    },
}


def test_sarif(run, files):
    folder = files / "my kernels"
    folder.mkdir()
    (folder / "ünit #1.py").write_text(MIXED, "utf-8")
    (folder / "tuning.py").write_text("é = ü = 'CompilerParams'\n", "utf-8")
    log = json.loads(run("check", "--output-format", "sarif", str(folder)).out)
    jsonschema.validate(log, SARIF)
    (only,) = log["runs"]
    limit, flag = only["results"]
    assert only["tool"]["driver"]["rules"][limit["ruleIndex"]]["id"] == limit["ruleId"] == "vmem-limit-not-int"
    physical = limit["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == "my%20kernels/%C3%BCnit%20%231.py"
    assert physical["region"] == {"startLine": 1, "startColumn": 48, "endLine": 1, "endColumn": 51}
    (replacement,) = limit["fixes"][0]["artifactChanges"][0]["replacements"]
    assert replacement["insertedContent"] == {"text": "1"}
    assert flag["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "my%20kernels/tuning.py"


def test_sarif_addresses_outside_the_folder_are_absolute(run, tmp_path):
    assert uri(str(tmp_path.parent / "x y.py")) == f"file://{tmp_path.parent}/x%20y.py"
    assert uri("./a/../b.py") == "b.py"
