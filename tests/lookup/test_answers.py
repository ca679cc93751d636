"""Answers are kept as JSON in the user's cache folder, and never in the opened one."""

from __future__ import annotations

import json
import os
import sys

import pytest

from prelower.lookup.answers import Answers, cache_folder
from prelower.lookup.codec import decode, encode
from prelower.values.model import Callable_, ClassInfo, Instance, Library, Question, Unknown

QUESTION = Question("returns", "jax.device_count")
INT = Instance(ClassInfo("builtins.int", ("builtins.int", "builtins.object")), exact=False)
FUNCTION = ClassInfo("builtins.function", ("builtins.function", "builtins.object"))


@pytest.mark.parametrize("what", [INT, Library("a.b"), Callable_("function", "a.f", FUNCTION), Unknown("why")])
def test_an_answer_survives_json(what):
    assert decode(json.loads(json.dumps(encode(what)))) == what


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"kind": "other", "name": "a.b"},
        {"kind": "instance", "name": "a.b"},
        {"kind": "instance", "name": "a.b", "mro": [1], "known": True},
        {"kind": "callable", "name": "a.b", "what": "thing"},
        {"kind": "callable", "name": "a.b", "what": ["function"]},
        {"kind": "unknown"},
        {"kind": ["unknown"]},
    ],
)
def test_what_is_no_answer_is_none(answer):
    assert decode(answer) is None


def test_they_are_there_again(tmp_path):
    first = Answers(str(tmp_path), "x")
    first.put(QUESTION, INT)
    assert Answers(str(tmp_path), "x").get(QUESTION) is None
    first.save()
    assert Answers(str(tmp_path), "x").get(QUESTION) == INT
    assert Answers(str(tmp_path), "y").get(QUESTION) is None
    assert os.listdir(tmp_path) == ["answers-x.json"]


def test_two_processes_keep_both_answers(tmp_path):
    one, two = Answers(str(tmp_path), "x"), Answers(str(tmp_path), "x")
    one.get(QUESTION)
    two.get(QUESTION)
    one.put(QUESTION, INT)
    one.save()
    two.put(Question("what", "a.b"), Library("c.d"))
    two.save()
    again = Answers(str(tmp_path), "x")
    assert (again.get(QUESTION), again.get(Question("what", "a.b"))) == (INT, Library("c.d"))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": 0, "answers": {}}', '{"format": 1, "answers": []}', "[" * 9999]
)
def test_a_broken_file_is_as_none(tmp_path, text):
    (tmp_path / "answers-x.json").write_text(text)
    answers = Answers(str(tmp_path), "x")
    assert answers.get(QUESTION) is None
    answers.put(QUESTION, INT)
    answers.save()
    assert Answers(str(tmp_path), "x").get(QUESTION) == INT


def test_a_folder_that_cannot_be_written_is_no_harm(tmp_path):
    answers = Answers(str(tmp_path / "missing"), "x")
    answers.put(QUESTION, INT)
    answers.save()
    assert answers.get(QUESTION) == INT


def test_the_folder(tmp_path):
    opened, cache = str(tmp_path / "opened"), tmp_path / "cache"
    assert cache_folder(opened, {"PRELOWER_CACHE_DIR": str(cache / "own")}) == str(cache / "own")
    assert cache_folder(opened, {"XDG_CACHE_HOME": str(cache)}) == str(cache / "prelower")
    assert (cache / "prelower").is_dir()
    if sys.platform == "linux":
        assert (cache / "own").stat().st_mode & 0o077 == 0


def test_it_never_lies_in_the_opened_folder(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path)
    for opened in (tmp_path, tmp_path / "link", tmp_path / "cache"):
        assert cache_folder(str(opened), {"XDG_CACHE_HOME": str(tmp_path / "cache")}) is None
    assert not (tmp_path / "cache").exists()
    (tmp_path / "file").write_text("")
    assert cache_folder("/nowhere", {"PRELOWER_CACHE_DIR": str(tmp_path / "file" / "x")}) is None
    assert cache_folder("/nowhere", {"PRELOWER_CACHE_DIR": "relative"}) is None
