"""What is worked out to the one value that Python gives, and nothing else."""

from __future__ import annotations

import pytest

from properties.judge import judge

BEFORE = """\
import itertools
import functools
from math import *
from contextlib import nullcontext
from dataclasses import dataclass, field, replace, asdict
from jax.experimental.pallas import tpu as pltpu
"""
EXPRESSIONS = [
    "list(itertools.accumulate([2**20, 2**21, 0.5]))[-1]",
    "max(itertools.chain([1], [2.5]))",
    "next(itertools.chain.from_iterable([[1], [2.5]]))",
    "next(itertools.islice([1, 2, 3], 1, 3))",
    "sum(itertools.repeat(2.0, 3))",
    "[a * b for a, b in itertools.product((1, 2), (3, 0.5))][-1]",
    "[a + b for a, b in itertools.pairwise((1, 2, 4))][-1]",
    "pow(2, 26)",
    "functools.reduce(lambda a, b: a * b, (2, 3), 1.0)",
    "(dict(a=1) | {'a': 2.0})['a']",
    "[(), (1,) + (2.5,)][1][1]",
    "getattr([], 'limit', 2.5)",
    "[x for x in {3}][0]",
]
PROGRAMS = {
    "a registry that a decorator fills": """
REGISTRY = {}
def register(name):
    def add(function):
        REGISTRY[name] = function
        return function
    return add
@register("v5e")
def v5e():
    return 2**25 * 0.5
x = REGISTRY["v5e"]()
""",
    "a field that the constructor does not take": """
@dataclass
class Limits:
    scale: float = field(init=False, default=0.5)
    rows: int = 1
x = Limits(4).rows * Limits(4).scale
""",
    "a field by name only": """
@dataclass
class Limits:
    scale: float = field(kw_only=True, default=0.5)
    rows: int = 1
x = Limits(4).rows * Limits(4).scale
""",
    "what a null context holds": """
with nullcontext([1]) as held:
    held.append(0.5)
x = held[1]
""",
    "a copy by asdict": """
@dataclass
class Limits:
    sizes: list
limits = Limits([1])
copy = asdict(limits)
limits.sizes[0] = 0.5
x = copy["sizes"][0]
""",
    "a list that a loop takes from": """
sizes = [1, 2, 0.5]
for size in list(sizes):
    sizes.remove(size)
    if len(sizes) == 1:
        break
x = sizes[0]
""",
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression(expression: str) -> None:
    verdict = judge(f"{BEFORE}pltpu.CompilerParams(vmem_limit_bytes={expression})\n")
    assert (verdict.contradictions, verdict.hits, verdict.exact) == ((), 1, 1)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program(name: str) -> None:
    verdict = judge(f"{BEFORE}{PROGRAMS[name]}pltpu.CompilerParams(vmem_limit_bytes=x)\n")
    assert (verdict.contradictions, verdict.hits, verdict.exact) == ((), 1, 1)
