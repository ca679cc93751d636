"""Hostile and deep inputs are answered in time, within bounds of memory, and without an exception."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator

import pytest

from prelower.__main__ import collect_seldom

from .hostile import DATA
from .hostile_flow import FLOW
from .judge import interpreted

SECONDS = 3.0
MEMORY = 4 * 2**30
HEAD = "from jax.experimental.pallas import tpu as pltpu\nfrom world import coin, thing\n"
INPUTS = {**DATA, **FLOW}


@pytest.fixture
def little_memory() -> Iterator[None]:
    """Not more memory than a laptop can spare: a text that asks for more raises instead of ending the machine."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.fixture
def own_garbage() -> Iterator[None]:
    """The collector set as the program sets it, and without what the tests before have left to look through."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    collect_seldom()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("little_memory", "own_garbage")
@pytest.mark.parametrize("name", INPUTS)
def test_an_answer_comes_in_time(name: str):
    text = HEAD + INPUTS[name]()
    start = time.process_time()
    interpreted(text)
    spent = time.process_time() - start
    assert spent < SECONDS, f"{spent:.1f} s"
