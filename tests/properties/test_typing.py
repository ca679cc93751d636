"""Typed character by character, nothing is found that the complete text does not have, and nothing raises."""

from __future__ import annotations

import os
import time

import pytest

from .typed import Case, cases, checker, extras, found_in, in_place, prefixes

SECONDS = 12.0
EVERY = 5
SAMPLE = 28
CASES = cases()


def typed_through(case: Case, every: int, often: int) -> list[str]:
    """What is found while the case is typed that the whole of it does not have."""
    engine = checker(case)
    text = case.path.read_text("utf-8")
    complete = found_in(engine, case, text)
    found = extras(engine, case, in_place(text, case.line, every), complete)
    found += extras(engine, case, prefixes(text, often), complete)
    return [f"{case}: {extra}" for extra in found]


def test_typing_shows_nothing_new_in_a_sample():
    """The examples and every so many cases; each statement in steps of some characters."""
    end = time.monotonic() + SECONDS
    done = 0
    for case in [*CASES[:4], *CASES[4::SAMPLE]]:
        if time.monotonic() > end:
            break
        assert not typed_through(case, EVERY, 5 * EVERY)
        done += 1
    assert done > 4


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif("PRELOWER_PROGRAMS" not in os.environ, reason="`make fuzz` types every character")
@pytest.mark.parametrize("part", range(8))
def test_typing_shows_nothing_new(part: int):
    assert not [extra for case in CASES[part::8] for extra in typed_through(case, 1, 4)]
