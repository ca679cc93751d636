"""Each rule's examples: prelower says what they promise, and JAX itself agrees."""

from __future__ import annotations

import re

import pytest

from oracle import around
from oracle.client import Oracle
from prelower.engine import Engine
from prelower.findings import ERROR, SAFE, Finding
from prelower.fixes import apply_all
from prelower.jaxview.jax import Jax
from prelower.rules import all_rules
from prelower.rules.base import Example, Rule
from prelower.rules.messages import UNHASHABLE
from prelower.text.source import Source

from .programs import program

PAIRS = [(rule, example) for rule in all_rules() for example in rule.examples]
IDS = [f"{rule.name}-{example.template}-{example.value}-{example.release}" for rule, example in PAIRS]
JAX = "0.12.0.1"


def checked(text: str, release: str = "") -> tuple[Source, tuple[Finding, ...]]:
    """The findings in a program, as a release words them; the newest where none is named."""
    source = Source("/project/case.py", text)
    return source, Engine("/project", Jax(release or JAX, "asked")).check(source).findings


@pytest.mark.parametrize(("rule", "example"), PAIRS, ids=IDS)
def test_prelower_says_what_the_example_promises(rule: Rule, example: Example):
    source, findings = checked(program(example), example.release)
    if example.documented is None:
        assert findings == ()
        return
    (finding,) = findings
    assert (finding.code, finding.severity, finding.documented) == (rule.name, example.severity, example.documented)
    assert finding.message.split("\n")[0] == example.documented
    assert source.lines.span_text(finding.span) == (example.value if example.shown is None else example.shown)
    assert finding.raises == example.raises


@pytest.mark.parametrize(("rule", "example"), PAIRS, ids=IDS)
def test_the_fix_is_what_the_example_promises(rule: Rule, example: Example):
    source, findings = checked(program(example), example.release)
    fix = findings[0].fix if findings else None
    if example.fixed is None:
        assert fix is None
        return
    assert fix is not None
    assert (fix.applicability == SAFE) == example.safe
    text, count = apply_all(source, findings, unsafe=True)
    assert count == 1
    assert example.fixed in text
    assert checked(text, example.release)[1] == ()


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_a_rule_has_examples_of_both_kinds(rule: Rule):
    assert any(e.documented for e in rule.examples)
    assert any(not e.documented and e.why for e in rule.examples)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_a_rule_has_its_page(rule: Rule):
    headings = re.findall(r"^## (.+)$", rule.page, re.M)
    assert headings == [
        "What it does",
        "Why JAX rejects it",
        "When it fires",
        "Example",
        "Use instead",
        "Fix safety",
        "Limits",
        "Since",
    ]
    assert rule.page.startswith(f"# {rule.name}\n")


GUESS = re.compile(r"(got an unexpected keyword argument '\w+')\. Did you mean '\w+'\?$")
"""What Python 3.13 and newer put behind this message of theirs; it is not JAX's."""


def said_first(message: str | None) -> str:
    """The first line of a message, as a Python without guesses words it."""
    return GUESS.sub(r"\1", (message or "").partition("\n")[0].rstrip())


@pytest.mark.oracle
@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_jax_agrees_with_every_example(rule: Rule, oracle: Oracle):
    examples = [example for example in rule.examples if not example.release]
    programs = {str(number): {"case.py": program(example)} for number, example in enumerate(examples)}
    results = oracle.judge(programs)
    wrong = []
    for result, example in zip(results.values(), examples, strict=True):
        said = f"{result.exception}: {result.message}"
        if example.documented is None:
            agrees = result.lowers
        elif example.severity != ERROR:
            agrees = result.outcome == "lowers"
        elif example.raises is not None:
            agrees = result.outcome == "raises" and said.startswith(example.raises)
        else:
            agrees = result.outcome == "raises" and said_first(result.message) == example.documented
        if example.documented == UNHASHABLE:  # JAX prints all parameters behind it
            agrees = result.outcome == "raises" and said_first(result.message).startswith(UNHASHABLE)
        if not agrees:
            wrong.append(f"{example.template} {example.value}: {said if result.outcome == 'raises' else result}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.oracle
@pytest.mark.parametrize("rule", [rule for rule in all_rules() if any(e.fixed is not None for e in rule.examples)],
                         ids=lambda rule: rule.name)  # fmt: skip
def test_jax_lowers_every_fixed_example(rule: Rule, oracle: Oracle):
    programs = {}
    for example in rule.examples:
        if example.fixed is not None and not example.release:
            source, findings = checked(program(example), example.release)
            programs[example.value] = {"case.py": apply_all(source, findings, unsafe=True)[0]}
    results = oracle.judge(programs)
    wrong = [f"{value}: {result}" for value, result in results.items() if not result.lowers]
    assert not wrong, "\n".join(wrong)


POSITIONAL = around.program("mosaic_gpu_kernel", "").replace("(double, out_type=x", "(double, x")


def test_a_kernel_takes_only_its_body_by_position():
    _, (finding,) = checked(POSITIONAL)
    assert finding.documented == "kernel() takes from 0 to 1 positional arguments but 2 were given"


@pytest.mark.oracle
def test_jax_takes_only_the_body_by_position(oracle: Oracle):
    (result,) = oracle.judge({"positional": {"case.py": POSITIONAL}}).values()
    assert result.message == "kernel() takes from 0 to 1 positional arguments but 2 were given"
