"""The examples that `make demo` shows: what is found in them, and what JAX says of them."""

from __future__ import annotations

import json
import pathlib
import shutil
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parents[1]
if str(TESTS) not in sys.path:
    sys.path.insert(0, str(TESTS))

from oracle.client import oracle as oracle  # noqa: E402

# File, row, rule, the text that is marked, and JAX's message; the clean one has none.
FOUND = [
    (
        "matmul.py",
        "vmem-limit-not-int",
        "VMEM_BUDGET",
        "vmem_limit_bytes must be an int: provided with a <class 'float'>.",
    ),
    (
        "rope.py",
        "backend-config-not-str",
        "(CONFIG.head_dim, CONFIG.rotary_dim, CONFIG.interleaved)",
        "custom_call backend_config unexpected type: (128, 96, False)",
    ),
    ("softmax.py", "flag-value-not-scalar", '"true"', "invalid flag value: true"),
]
CLEAN = "layer_norm.py"


@pytest.fixture
def examples(repository, tmp_path):
    """The examples, copied into the current folder."""
    shutil.copytree(repository / "examples", tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def marked(folder, row):
    start, end = row["location"], row["end_location"]
    assert start["row"] == end["row"]
    line = (folder / row["filename"]).read_text("utf-8").split("\n")[start["row"] - 1]
    return line[start["column"] - 1 : end["column"] - 1]


def test_each_has_its_one_mistake(run, examples):
    ran = run("check", "--output-format", "json", ".")
    rows = json.loads(ran.out)
    assert [(r["filename"], r["code"], marked(examples, r), r["message"].split("\n")[0]) for r in rows] == FOUND
    assert {row["severity"] for row in rows} == {"error"}
    assert (ran.code, ran.err) == (1, "")


@pytest.mark.oracle
def test_jax_says_the_same(repository, oracle):
    names = [*(row[0] for row in FOUND), CLEAN]
    programs = {name: {"case.py": (repository / "examples" / name).read_text("utf-8")} for name in names}
    results = oracle.judge(programs)
    assert {name: results[name].message for name in names} == {**{row[0]: row[3] for row in FOUND}, CLEAN: None}
    assert results[CLEAN].lowers


@pytest.mark.oracle
def test_what_is_fixed_lowers(run, examples, oracle):
    left = json.loads(run("check", "--fix", "--output-format", "json", "matmul.py").out)
    assert left == []
    assert oracle.judge_one({"case.py": (examples / "matmul.py").read_text("utf-8")}).lowers
