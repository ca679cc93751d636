"""An engine that has seen a file before the edit finds what a new engine finds: tried on our own cases."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable, Iterator

import pytest

from oracle.client import read_case

from .making import make, source

CASES = pathlib.Path(__file__).resolve().parents[1] / "cases"
FOLDERS = sorted(path.parent for path in CASES.glob("*/label.json"))
STEP = 1 if os.environ.get("PRELOWER_THOROUGH") else 5
"""One case of so many is tried with each edit, unless thoroughness is asked for."""
LINES = 5
"""So many lines of a file are emptied, one after the other."""

Texts = Iterator[str]


def emptied(text: str) -> Texts:
    """A text without one of its lines, then without another: some do not parse."""
    lines = text.split("\n")
    for number in range(2, len(lines), max(len(lines) // LINES, 1)):
        yield "\n".join([*lines[:number], "", *lines[number + 1 :]])
    yield text


EDITS: dict[str, Callable[[str], Texts]] = {
    "a line on top": lambda text: iter(["\n" + text]),
    "a line at the end": lambda text: iter([text + "\n"]),
    "a comment before each function": lambda text: iter([text.replace("\ndef ", "\n# new\ndef ")]),
    "a line in each function": lambda text: iter([text.replace(":\n    ", ":\n\n    ")]),
    "a statement at the end": lambda text: iter([text + "\n_ADDED = 1\n", text]),
    "lines emptied": emptied,
}


def differing(folder: pathlib.Path, edit: Callable[[str], Texts]) -> Iterator[str]:
    """The files of a case for which an engine that knew the text before finds something else than a new one."""
    files = {str(folder / name): text for name, text in read_case(folder).items()}
    warm = make(folder, texts=files.get)
    programs = [path for path in files if path.endswith(".py")]
    for path in programs:
        warm.check(source(folder, files[path], path))
    for path in programs:
        for text in edit(files[path]):
            after = source(folder, text, path)
            if warm.check(after).findings != make(folder, texts=files.get).check(after).findings:
                yield os.path.relpath(path, CASES)


@pytest.mark.parametrize("name", EDITS)
def test_warm_findings_are_those_of_a_new_engine(name):
    """Each edit is tried on other cases."""
    turn = list(EDITS).index(name) % STEP
    step = STEP * 2 if name == "lines emptied" else STEP
    wrong = {path for folder in FOLDERS[turn::step] for path in differing(folder, EDITS[name])}
    assert not wrong
