"""What passes JAX and breaks at the compiler breaks there, and what is right compiles: `make oracle-compile`."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from oracle.client import Oracle, Result
from prelower.findings import ERROR
from prelower.fixes import apply_all
from prelower.rules import all_rules
from prelower.rules.base import Example, Rule

from .programs import program
from .test_examples import checked

VARIABLE = "PRELOWER_COMPILER_PYTHON"
KINDS = ("vmem", "flag", "tpu", "pallas", "pallas_grid", "cost", "cost_bare", "prefetch")
"""The templates that lower for a TPU."""
BESIDE: dict[tuple[str, str], str] = {}
"""What passes JAX in these programs and not the compiler, by template and value, with the reason."""
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def compiler() -> Iterator[Oracle]:
    """A JAX whose programs are compiled by libtpu."""
    python = os.environ.get(VARIABLE)
    if python is None:
        pytest.skip(f"no compiler to ask: `make oracle-compile` sets {VARIABLE}")
    running = Oracle(python, "--compile")
    yield running
    running.close()


def examples(rule: Rule) -> list[Example]:
    """The examples of a rule that are lowered for a TPU."""
    return [e for e in rule.examples if e.template.partition(":")[0] in KINDS and not e.release]


def results_of(compiler: Oracle, texts: dict[str, str]) -> dict[str, Result]:
    """What the compiler says of each of these programs."""
    return compiler.judge({name: {"case.py": text} for name, text in texts.items()})


@pytest.mark.parametrize("rule", [r for r in all_rules() if examples(r)], ids=lambda rule: rule.name)
def test_the_compiler_agrees_with_every_example(rule: Rule, compiler: Oracle):
    warned = {f"{e.template} {e.value}": program(e) for e in examples(rule) if e.documented and e.severity != ERROR}
    right = {f"{e.template} {e.value}": program(e) for e in examples(rule) if not e.documented}
    for example in examples(rule):
        if example.fixed is not None:
            source, findings = checked(program(example))
            right[f"fixed {example.template} {example.value}"] = apply_all(source, findings, unsafe=True)[0]
    passed = [
        name for name, result in results_of(compiler, warned).items() if result.outcome not in ("refused", "died")
    ]
    refused = {name: r for name, r in results_of(compiler, right).items() if r.outcome != "compiles"}
    assert not passed
    assert refused.keys() == {" ".join(key) for key in BESIDE}.intersection(right), refused
