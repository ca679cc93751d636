"""The rules' examples on compiler parameters, in the dict that `pallas_call` took up to JAX 0.6.0."""

from __future__ import annotations

import re

import pytest

from oracle.client import Oracle
from prelower.findings import ERROR

from .test_older_oracles import EXCEPTIONS, agrees, checked, texts

RELEASES = ("0.4.35", "0.5.3")
CLASSES = {"TPUCompilerParams": "mosaic", "TritonCompilerParams": "triton"}
OBJECT = re.compile(r"compiler_params=\w+\.(\w+CompilerParams)\((.*)\)(?=[,)]\s*(?:[a-z_]+=|\(|$))", re.M)
KINDS = ("vmem-limit", "flag-", "dimension-semantics", "collective-id", "parameter-not")


def in_dict(text: str) -> str | None:
    """The program with its compiler parameters in a dict; None where they are not written out in the call."""
    found = OBJECT.search(text)
    if found is None or found[1] not in CLASSES or "CompilerParams" in text.replace(found[0], ""):
        return None
    return text.replace(found[0], f"compiler_params=dict({CLASSES[found[1]]}=dict({found[2]}))")


def programs(release: str) -> dict[str, str]:
    """The examples that can be written with a dict."""
    found = {name: in_dict(text) for name, (_, text) in texts(release).items() if name.split(" ")[1].startswith(KINDS)}
    return {name: text for name, text in found.items() if text is not None}


@pytest.fixture(params=[pytest.param(each, marks=pytest.mark.slow) for each in RELEASES])
def release(request: pytest.FixtureRequest) -> str:
    """A release that takes such a dict."""
    return request.param


@pytest.mark.oracle
def test_the_release_says_of_an_entry_what_it_says_of_a_field(release: str, asked: Oracle):
    chosen = programs(release)
    results = asked.judge({name: {"case.py": text} for name, text in chosen.items()})
    wrong = {}
    for name, text in chosen.items():
        errors = [finding for finding in checked(text, release)[1] if finding.severity == ERROR]
        known = (release, name.partition(" ")[2]) in EXCEPTIONS
        if agrees(results[name], errors) is known:
            wrong[name.partition(" ")[2]] = f"{results[name]} / {[(f.documented, f.raises) for f in errors]}"
    assert len(chosen) > 60
    assert not wrong, "\n".join(f"{name}: {said}" for name, said in wrong.items())


@pytest.mark.parametrize("release", RELEASES)
def test_an_entry_is_judged_like_a_field(release: str):
    for name, text in programs(release).items():
        as_field = [(f.code, f.documented) for f in checked(texts(release)[name][1], release)[1]]
        if all(code != "unknown-keyword" for code, _ in as_field):  # nobody looked at other entries
            assert [(f.code, f.documented) for f in checked(text, release)[1]] == as_field, name


PROGRAM = """\
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def copy(x_ref, o_ref):
    o_ref[...] = x_ref[...]


def call(x):
    out = jax.ShapeDtypeStruct((8, 128), jnp.float32)
    return pl.pallas_call(copy, out_shape=out, compiler_params={params})(x)


def lower():
    return jax.jit(call).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
"""
ENTRIES = ("pltpu.TPUCompilerParams()", "None", "1", "True", "[1]", "()", "'a'", "frozenset()", "{}")
"""What may stand for the dict of a backend: no dict, but for the last."""


@pytest.mark.oracle
def test_an_entry_that_is_no_dict_is_reported(release: str, asked: Oracle):
    chosen = {entry: PROGRAM.replace("{params}", f"dict(mosaic={entry})") for entry in ENTRIES}
    results = asked.judge({name: {"case.py": text} for name, text in chosen.items()})
    found = {name: [f.documented for f in checked(text, release)[1]] for name, text in chosen.items()}
    assert found == {name: [result.message] if result.message else [] for name, result in results.items()}
