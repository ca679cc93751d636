"""Programs of which prelower once claimed what Python does not do, cut down to what it took."""

from __future__ import annotations

from pathlib import Path

import pytest

from .judge import judge

PROGRAMS = (Path(__file__).parent / "found.txt").read_text("utf-8").split("# ----\n")[1:]


@pytest.mark.parametrize("text", PROGRAMS, ids=[str(number) for number in range(len(PROGRAMS))])
def test_nothing_is_claimed_that_python_does_not_do(text: str) -> None:
    assert judge(text, (0, 1, 2)).contradictions == ()
