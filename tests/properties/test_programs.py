"""What prelower claims of random programs is what Python does.

`PRELOWER_PROGRAMS` and `PRELOWER_SEED` set how many programs the long run draws, and from which number on.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable

import pytest

from .judge import Verdict, judge
from .programs import Program, program
from .real import TooLong
from .shrink import shrunk

FEW = 600
SECONDS = 20.0
MANY = int(os.environ.get("PRELOWER_PROGRAMS", "20000"))
SEED = int(os.environ.get("PRELOWER_SEED", "1000000"))
SHOWN = 8


def seeds_of(drawn: Program) -> tuple[int, ...]:
    """The seeds of the unknown that a program is run with."""
    return (0,) if drawn.certain else (0, 1, 2)


def verdict_of(drawn: Program) -> Verdict | None:
    """What comes of a program, None where it runs for too long."""
    try:
        return judge(drawn.text, seeds_of(drawn), drawn.certain)
    except TooLong:
        return None


def held(drawn: Iterable[Program], seconds: float | None = None) -> str:
    """Judge programs; says how many there were and how precise the claims are, or fails with the contradictions."""
    counts: Counter[str] = Counter()
    failed: list[tuple[Program, Verdict]] = []
    end = time.monotonic() + seconds if seconds else None
    for each in drawn:
        if end and time.monotonic() > end:
            break
        verdict = verdict_of(each)
        counts["programs"] += verdict is not None
        if verdict is None:
            continue
        counts.update(
            hits=verdict.hits,
            exact=verdict.exact,
            unknown=verdict.unknown,
            faults=verdict.faults,
            missed=verdict.missed,
        )
        if verdict.contradictions:
            failed.append((each, verdict))
    said = told(counts)
    if failed:
        pytest.fail("\n\n".join([f"{len(failed)} contradict; {said}", *(minimal(*each) for each in failed[:SHOWN])]))
    return said


def told(counts: Counter[str]) -> str:
    """The counts in words."""
    hits = max(counts["hits"], 1)
    return (
        f"{counts['programs']} programs, {counts['hits']} values: {counts['exact'] / hits:.1%} known exactly, "
        f"{counts['unknown'] / hits:.1%} not known; of {counts['faults']} faulty lines {counts['missed']} not shown"
    )


def minimal(drawn: Program, verdict: Verdict) -> str:
    """A contradicting program made small, and what contradicts in it."""
    kinds = {c.kind for c in verdict.contradictions}

    def still(text: str) -> bool:
        found = verdict_of(drawn._replace(text=text))
        return found is not None and any(c.kind in kinds for c in found.contradictions)

    small = shrunk(drawn.text, still)
    found = verdict_of(drawn._replace(text=small)) or verdict
    return "\n".join([f"program {drawn.seed}:", *map(str, found.contradictions), small])


def test_claims_hold_of_random_programs():
    print(held((program(number) for number in range(FEW)), SECONDS))


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.skipif("PRELOWER_PROGRAMS" not in os.environ, reason="set PRELOWER_PROGRAMS to draw many programs")
def test_claims_hold_of_many_random_programs():
    print(f"from program {SEED} on:", held(program(number) for number in range(SEED, SEED + MANY)))


def test_a_wrong_claim_is_noticed():
    """The judge itself: a program that Python runs otherwise than it is read."""
    from .judge import interpreted, judged
    from .real import run

    read = "from jax.experimental.pallas import tpu as pltpu\nx = {}\npltpu.CompilerParams(vmem_limit_bytes=x)\n".format
    found = judged(read(1), interpreted(read(1)), [run(read(1.0), 0)], certain=True)
    assert [c.kind for c in found.contradictions] == ["value"]
    found = judged(read(1.5), interpreted(read(1.5)), [run(read(1), 0)], certain=True)
    assert sorted(c.kind for c in found.contradictions) == ["flag", "value"]


def test_shrinking_keeps_what_matters():
    text = "import math\nfor i in range(3):\n    x = i\n    if x > 1:\n        y = [x, math.pi]\nz = 3\n"
    assert shrunk(text, lambda made: "math.pi" in made, 5.0).strip() == "math.pi"
