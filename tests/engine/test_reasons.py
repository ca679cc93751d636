"""Why a value is not known, put into words."""

from __future__ import annotations

import pytest

from prelower.engine import make_engine
from prelower.reasons import told
from prelower.text.source import Source


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("parameter `limit` of `make`", "parameter `limit` of `make`"),
        ("attribute `size` of something not known: parameter `x` of `scale`", "`.size` of parameter `x` of `scale`"),
        (
            "an item of something not known: attribute `shape` of something not known: parameter `x` of `scale`",
            "an item of `.shape` of parameter `x` of `scale`",
        ),
        (
            "what a call gives of something not known: `pow`, which the program replaces",
            "what is given by calling `pow`, which the program replaces",
        ),
        (
            "attribute `limit` of something not known: changed by `lower`",
            "`.limit` of something not known (changed by `lower`)",
        ),
        (
            "an item of something not known: " * 4 + "`plans`, which is not followed",
            "an item of something that hangs on `plans`, which is not followed",
        ),
    ],
)
def test_a_chain_of_reasons_reads_from_the_value_to_its_cause(reason: str, words: str):
    assert told(reason) == words


CALLED = """
import jax
from jax.experimental.pallas import tpu as pltpu
from settings import read


def make(limit, rows):
    return pltpu.CompilerParams(vmem_limit_bytes=limit)


first = make(read("first"), 8)
second = make(read("second"), 16)
"""


def test_a_parameter_that_no_call_knows_says_so(tmp_path):
    path = str(tmp_path / "made.py")
    engine = make_engine(str(tmp_path), jax_version="0.8.0", variables={})
    try:
        found = engine.explain(Source(path, CALLED), 7)
    finally:
        engine.close()
    lines = [line for explanation in found for line in explanation.lines]
    assert any(
        line.startswith("not known: parameter `limit` of `make`, called from 2 places, none with a known value")
        for line in lines
    )
