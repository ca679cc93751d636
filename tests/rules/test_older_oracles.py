"""The rules' examples under older releases: what prelower says under each, held against a real JAX of that release.

Each release has an environment of its own, `.venv-release-0.6.2`, which `make oracle` makes.
"""

from __future__ import annotations

import pytest

from oracle.client import Oracle, Result
from prelower.engine import Engine
from prelower.findings import ERROR, Finding
from prelower.fixes import apply_all
from prelower.jaxview.jax import Jax
from prelower.rules import all_rules
from prelower.rules.base import Example
from prelower.rules.messages import UNHASHABLE
from prelower.text.source import Source

from .programs import program
from .releases import ORACLE, renamed
from .test_examples import said_first

OLDER = ORACLE[1:]
IN_CI = "0.6.2"
"""The old release that `make test` asks, too."""
EXAMPLES = [(rule.name, example) for rule in all_rules() for example in rule.examples]
EXCEPTIONS = {
    ("0.7.2", "ffi-attribute-not-supported attribute_dict [1]"): "a class that stood around the dict prints with it",
    ("0.4.35", "backend-config-not-dict ffi_lowering Plain()"): "an object of the program's own class may be iterable",
}
"""The examples where prelower is silent, or says less than JAX does."""
NO_CALL = "lower() made no custom call"
"""It lowered, into something else: the kernel was interpreted."""
BESIDE = {
    "attribute slice(0, 1)": "a slice has a hash from Python 3.12 on: which message comes, the Python decides",
    "pallas:name 1": "before Python 3.11, Python does not say what it was given",
    "pallas:interpret pltpu.InterpretParams(": "lowered for a TPU here, which older releases do not interpret for",
}
"""Examples that are not asked of older releases, by what their template and value begin with."""


@pytest.fixture(params=[IN_CI, *(pytest.param(each, marks=pytest.mark.slow) for each in OLDER if each != IN_CI)])
def release(request: pytest.FixtureRequest) -> str:
    """A release other than the newest."""
    return request.param


def checked(text: str, release: str) -> tuple[Source, tuple[Finding, ...]]:
    """The findings in a program under a release."""
    source = Source("/project/case.py", text)
    return source, Engine("/project", Jax(release, "asked")).check(source).findings


def texts(release: str) -> dict[str, tuple[Example, str]]:
    """The examples that can be written in a release's names, by their number and rule."""
    found = {}
    for number, (rule, example) in enumerate(EXAMPLES):
        beside = f"{example.template} {example.value}".startswith(("name ", *BESIDE))
        if not beside and example.release in ("", release):
            text = renamed(program(example), release)
            if "jex_ffi.ffi_call(" not in text:  # up to 0.4.35 it called at once: these programs are of a later time
                found[f"{number} {rule} {example.template} {example.value}"] = (example, text)
    return found


def agrees(result: Result, errors: list[Finding]) -> bool:
    """Whether JAX raised what one of the errors says, or lowered what has none."""
    if result.outcome != "raises" or result.message == NO_CALL:
        return not errors and result.outcome != "died"
    return any(_said(result, finding) for finding in errors)


def _said(result: Result, finding: Finding) -> bool:
    if finding.raises is not None:
        return f"{result.exception}: {result.message}".startswith(finding.raises)
    said = said_first(result.message)
    documented = finding.documented.partition("\n")[0].rstrip()
    return said.startswith(documented) if documented == UNHASHABLE else said == documented


@pytest.mark.oracle
def test_the_release_says_what_prelower_says(release: str, asked: Oracle):
    programs = texts(release)
    results = asked.judge({name: {"case.py": text} for name, (_, text) in programs.items()})
    wrong = {}
    for name, (_, text) in programs.items():
        errors = [finding for finding in checked(text, release)[1] if finding.severity == ERROR]
        if not agrees(results[name], errors):
            wrong[name.partition(" ")[2]] = f"{results[name]} / {[(f.documented, f.raises) for f in errors]}"
    assert len(programs) > 250
    assert set(wrong) == {name for version, name in EXCEPTIONS if version == release}, wrong


@pytest.mark.oracle
def test_the_release_lowers_what_is_fixed(release: str, asked: Oracle):
    fixed = {}
    for name, (_, text) in texts(release).items():
        source, findings = checked(text, release)
        own = [finding.fix for finding in findings if finding.code in name]  # not of a keyword that this JAX lacks
        if len(findings) == 1 and any(own):
            fixed[name] = {"case.py": apply_all(source, findings, unsafe=True)[0]}
    results = asked.judge(fixed)
    wrong = [f"{name}: {result}" for name, result in results.items() if result.outcome != "lowers"]
    assert not wrong, "\n".join(wrong)
