"""The facts the rules stand on, held against the JAX at hand: each sample value is lowered anew."""

from __future__ import annotations

import json

import pytest

from . import templates
from .client import Oracle, read_case, shared

SETUP = """
import decimal
import enum
import numpy as np
from jax._src.interpreters import mlir as smlir
from jaxlib.mlir import ir

OBJ = object()

class MyInt(int):
    pass

class MyStr(str):
    pass

class IE(enum.IntEnum):
    A = 3

class SE(str, enum.Enum):
    A = "a"
"""
PROGRAMS = {
    "custom_call.backend_config": lambda value: templates.backend_config_program(SETUP, value),
    # Made before tracing starts: inside it, jnp.int32(1) would be a tracer.
    "tpu.flags.value": lambda value: templates.flags_program(f"{SETUP}\nVALUE = {value}", "VALUE"),
    "tpu.vmem_limit_bytes.type": lambda value: templates.vmem_program(f"{SETUP}\nVALUE = {value}", "VALUE"),
}


def samples(guard_id: str) -> list[dict]:
    """The measured values of a guard."""
    facts = json.loads(shared("facts", "guards.json").read_text(encoding="utf-8"))
    return next(guard["samples"] for guard in facts["guards"] if guard["id"] == guard_id)


def same_message(expected: str, found: str | None) -> bool:
    """Are they alike, but for addresses and spacing? (The facts cut long messages.)"""
    expected = expected.split("0x")[0]
    return " ".join(found.split()).startswith(" ".join(expected.split())) if found else not expected


def contradictions(guard_id: str, oracle: Oracle) -> list[str]:
    """Each sample of which JAX says something else than the facts."""
    wanted = {sample["value"]: sample for sample in samples(guard_id)}
    programs = {value: {"case.py": PROGRAMS[guard_id](value)} for value in wanted}
    found = []
    for value, result in oracle.judge(programs).items():
        expected = wanted[value]
        outcome = "lowers" if expected["result"] == "accepted" else "raises"
        same = result.outcome == outcome and result.exception == expected.get("exception")
        if not same or not same_message(expected.get("message", ""), result.message):
            found.append(f"{value}: {result}, the facts say {expected['result']} {expected.get('message')}")
    return found


@pytest.mark.oracle
@pytest.mark.parametrize("guard_id", sorted(PROGRAMS))
def test_the_core_guards_are_as_the_facts_say(guard_id, oracle):
    assert not contradictions(guard_id, oracle)


@pytest.mark.oracle
@pytest.mark.parametrize("value", ["True", "False"])
def test_a_bool_limit_lowers_into_a_broken_config(value, oracle):
    result = oracle.judge_one({"case.py": templates.vmem_program("", value)})
    assert result.outcome == "lowers" and result.silent and not result.lowers


@pytest.mark.oracle
@pytest.mark.parametrize("value", ['float("inf")', 'float("nan")', "1e400"])
def test_a_flag_that_json_has_no_word_for_breaks_the_config(value, oracle):
    result = oracle.judge_one({"case.py": templates.flags_program("", f'{{"xla_f": {value}}}')})
    assert result.outcome == "lowers" and result.silent


@pytest.mark.oracle
def test_legacy_paths_meet_the_same_check(oracle):
    programs = {
        "ffi_call": {"case.py": templates.legacy_backend_config_program("", "8")},
        "ffi_lowering": {"case.py": templates.ffi_lowering_program("", "8", 2)},
    }
    for result in oracle.judge(programs).values():
        assert result.message == "custom_call backend_config unexpected type: 8" and result.in_jax


@pytest.mark.oracle
def test_the_oracle_judges_a_case_as_its_label_says(oracle):
    folder = shared("corpus", "crossfile-01")
    label = json.loads((folder / "label.json").read_text(encoding="utf-8"))
    result = oracle.judge_one(read_case(folder))
    assert (result.outcome, result.message) == (label["outcome"], label["message"])
