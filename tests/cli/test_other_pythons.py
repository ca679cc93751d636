"""The same answers on every Python that prelower supports and this machine has, with nothing installed there."""

from __future__ import annotations

import ast
import json
import os
import pathlib
import subprocess
import sys
from functools import cache

import pytest

from tools.find_python import newest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MINORS = range(10, 15)
UNHANDLED = """
import ast
from prelower.values.families import FAMILIES
from prelower.values.havoc import havoc_kinds
from prelower.values.registry import EXPRESSIONS, STATEMENTS

def kinds(base):
    return [k for c in base.__subclasses__() for k in (c, *kinds(c)) if k.__module__ == "ast"]

old = {"Num", "Str", "Bytes", "NameConstant", "Ellipsis", "Index", "ExtSlice", "Suite", "AugLoad", "Param"}
print([k.__name__ for k in kinds(ast.stmt) if k not in STATEMENTS and k.__name__ not in old])
print([k.__name__ for k in kinds(ast.expr) if k not in EXPRESSIONS and k.__name__ not in old])
print(sorted(k.__name__ for k in havoc_kinds() if k.__name__ not in old))
"""
"""Prints the node classes without a handler, and those that are havoc."""


@cache
def python(minor: int) -> str:
    """The interpreter of Python 3.`minor`."""
    found = newest((3, minor), (3, minor))
    if found is None:
        pytest.skip(f"no Python 3.{minor} on this machine")
    return found[1]


def ran(minor: int, *arguments: str) -> str:
    """What that interpreter prints, with prelower's source on its path and nothing else."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "server")}
    command = [python(minor), "-S", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def found(text: str) -> set[tuple[str, str, int]]:
    """The findings of a JSON array: file, code, line."""
    return {(f["filename"], f["code"], f["location"]["row"]) for f in json.loads(text)}


@pytest.mark.parametrize("minor", MINORS)
def test_every_node_class_is_handled_or_havoc(minor: int):
    statements, expressions, havoc = ran(minor, "-c", UNHANDLED).splitlines()
    assert (statements, expressions) == ("[]", "[]")
    assert set(ast.literal_eval(havoc)) <= {"TypeAlias", "TemplateStr", "Interpolation"}


@pytest.mark.parametrize("minor", MINORS)
def test_the_examples_are_judged_alike(minor: int):
    arguments = ("-m", "prelower", "check", "--jax-version", "0.12.0.1", "--output-format", "json", "examples")
    here = found(ran(sys.version_info.minor, *arguments))
    assert here
    assert found(ran(minor, *arguments)) == here


@pytest.mark.parametrize("minor", MINORS)
@pytest.mark.parametrize(("case", "since"), [("syntax-01", 12), ("syntax-04", 12), ("syntax-02", 10)])
def test_what_a_python_can_parse_it_judges(minor: int, case: str, since: int):
    label = json.loads((ROOT / "tests" / "cases" / case / "label.json").read_text("utf-8"))
    arguments = ("check", "--jax-version", "0.12.0.1", "--output-format", "json", f"tests/cases/{case}/case.py")
    lines = {line for _, _, line in found(ran(minor, "-m", "prelower", *arguments))}
    wanted = {label["line"]} if label["outcome"] == "raises" and minor >= since else set()
    assert lines == wanted
