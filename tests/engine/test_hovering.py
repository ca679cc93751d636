"""What a hover costs in a file with many watched calls: it is answered in the server's loop, which waits meanwhile."""

from __future__ import annotations

import time

import pytest

from prelower import explaining

from .making import make, source

CALLS = 1000
ON_TOP = "from jax.experimental.pallas import tpu as pltpu\n"
APART = "".join(f"P{i} = pltpu.CompilerParams(vmem_limit_bytes={i}.5)\n" for i in range(CALLS))
THROUGH_ONE = "def made(x):\n    return pltpu.CompilerParams(vmem_limit_bytes=x)\n" + "made(1.5)\n" * CALLS


@pytest.mark.parametrize("text", [APART, THROUGH_ONE])
def test_a_hover_sorts_the_calls_once_and_costs_little(tmp_path, monkeypatch, text):
    """Wherever it is: beside a call, on an assigned name, at the end of a line, on a callee, on a keyword."""
    sorted_out = []

    class Counted(explaining.Calls):
        def __init__(self, calls) -> None:
            sorted_out.append(calls)
            super().__init__(calls)

    monkeypatch.setattr(explaining, "Calls", Counted)
    engine, file = make(tmp_path), source(tmp_path, ON_TOP + text)
    assert engine.check(file).findings
    for line, column in ((0, 0), (1, 0), (2, 3), (2, 30), (3, 99), (CALLS, 0)):
        sorted_out.clear()
        began = time.process_time()
        engine.hover(file, line, column)
        assert time.process_time() - began < 0.3
        assert len(sorted_out) <= 1
