"""What a keystroke costs, counted: chunks parsed, functions run, statements run, questions asked."""

from __future__ import annotations

import functools
from typing import NamedTuple

import pytest

from .kernels import AROUND, LAUNCHES, OTHERS, USING_NOTHING, USING_NUMPY, long_file
from .making import Answering, make, source

TEXT = long_file()
costs_more = functools.partial(pytest.mark.xfail, raises=AssertionError)
"""Marks what a keystroke should not cost, and does."""


class Edit(NamedTuple):
    """A keystroke: what is replaced by what (its first place), how many chunks may be parsed and functions run."""

    name: str
    old: str
    new: str
    parsed: int
    run: int
    found: bool = True

    def made(self, text: str) -> str:
        """The text after it."""
        assert self.old in text
        return text.replace(self.old, self.new, 1)


EDITS = [
    Edit("nothing", "x", "x", parsed=0, run=0),
    Edit("in another function", "centred = x - mean", "centred = x - 2 * mean", parsed=1, run=0),
    Edit("in a docstring", "the blocks", "all the blocks", parsed=1, run=0),
    Edit("in another function's comment", "# of a block", "# of one block", parsed=1, run=0),
    Edit("in a string that is not used", '"kernels"', '"more kernels"', parsed=1, run=0),
    Edit("in the function with the finding", 'name = "launch"', 'name = "launched"', parsed=1, run=1),
    Edit("the value is mended", "=BUDGET", "=int(BUDGET)", parsed=1, run=1, found=False),
    Edit("in what one of them calls", "width * MIB", "2 * width * MIB", parsed=1, run=1),
    Edit("in a constant that all may use", "0.75 * 128", "0.5 * 128", parsed=1, run=LAUNCHES),
    Edit("a line below them all", "def normalize_50", "\ndef normalize_50", parsed=0, run=0),
    Edit("a comment line below them all", "def normalize_50", "# new\ndef normalize_50", parsed=0, run=0),
    Edit("a new function below them all", "def normalize_50", "def new():\n    return 1\n\n\ndef normalize_50", 1, 0),
    # The places of what is found move with the lines, so those below are worked out again.
    Edit("a line on top", '"""Kernels', '\n"""Kernels', parsed=0, run=LAUNCHES),
    Edit("a line between them", "def launch_wide", "\ndef launch_wide", parsed=0, run=LAUNCHES - 1),
    Edit("a line in another function", "    centred = x - mean", "\n    centred = x - mean", parsed=1, run=LAUNCHES),
]


def checked_twice(tmp_path, text: str, after: str):
    """The analyses of a text and of what was made of it, and the questions asked for the second."""
    lookup = Answering()
    engine = make(tmp_path, lookup)
    before = engine.settle(source(tmp_path, text))
    asked = len(lookup.asked)
    assert asked, "the file must have something to look up"
    return before, engine.settle(source(tmp_path, after)), lookup.asked[asked:]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_a_keystroke_costs_no_more_than_it_touches(tmp_path, edit):
    before, after, asked = checked_twice(tmp_path, TEXT, edit.made(TEXT) + "\n")
    assert [finding.code for finding in before.findings] == ["vmem-limit-not-int"]
    assert len(after.findings) == edit.found
    assert after.counts["parsed"] == edit.parsed
    assert LAUNCHES - after.counts.get("remembered", 0) <= edit.run
    assert asked == []


def test_a_cold_run_parses_each_chunk_once_and_runs_each_launcher(tmp_path):
    engine = make(tmp_path)
    counts = engine.check(source(tmp_path, TEXT)).counts
    assert OTHERS + LAUNCHES < counts["parsed"] <= OTHERS + AROUND
    assert counts.get("remembered", 0) == 0


def test_a_text_that_was_checked_costs_nothing(tmp_path):
    engine = make(tmp_path)
    first = engine.check(source(tmp_path, TEXT))
    assert engine.check(source(tmp_path, TEXT)) is first


def test_what_is_remembered_takes_no_steps(tmp_path):
    """The loop in `launch_wide` is most of the work; it is not done again."""
    before, after, _ = checked_twice(tmp_path, long_file(USING_NOTHING), long_file(USING_NOTHING) + "\n")
    cold = make(tmp_path).check(source(tmp_path, long_file(USING_NOTHING))).counts["steps"]
    assert after.counts["steps"] * 4 < cold
    assert before.findings == after.findings


def test_a_new_question_is_asked_alone(tmp_path):
    _, _, asked = checked_twice(tmp_path, TEXT, TEXT.replace('capacity("vmem")', 'cores("all")'))
    assert {question.name for question in asked} == {"tpu_info.cores"}


def test_an_answer_runs_only_what_asked_for_it_again(tmp_path):
    _, after, _ = checked_twice(tmp_path, TEXT, TEXT.replace('capacity("vmem")', 'cores("all")'))
    assert after.counts.get("remembered", 0) == LAUNCHES - 1


def test_functions_that_use_nothing_of_the_module_are_not_run(tmp_path):
    counts = make(tmp_path).check(source(tmp_path, long_file(USING_NOTHING))).counts
    assert LAUNCHES < counts["statements"] <= AROUND


@costs_more(reason="an imported library counts as a variable that any function that uses it may change")
def test_functions_that_only_use_a_library_are_not_run(tmp_path):
    counts = make(tmp_path).check(source(tmp_path, long_file(USING_NUMPY))).counts
    assert counts["statements"] <= AROUND


def test_a_half_typed_line_in_another_function_runs_nothing_again(tmp_path):
    half = TEXT.replace("centred = x - mean", "centred = (x - mean", 1)
    _, after, _ = checked_twice(tmp_path, half, half.replace("(x - mean", "(x - mea", 1))
    assert after.counts["parsed"] == 1
    assert after.counts.get("remembered", 0) == LAUNCHES


@costs_more(reason="a comment behind a statement is part of its text, which all functions depend on")
def test_a_comment_behind_a_constant_runs_nothing_again(tmp_path):
    _, after, _ = checked_twice(tmp_path, TEXT, TEXT.replace("# of the chip's", "# of the chip's own", 1))
    assert after.counts.get("remembered", 0) == LAUNCHES


def test_two_files_with_the_same_functions_parse_them_once(tmp_path):
    engine = make(tmp_path)
    engine.check(source(tmp_path, TEXT))
    assert engine.check(source(tmp_path, TEXT, "copy.py")).counts["parsed"] == 0
