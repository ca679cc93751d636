"""Each template makes a program that lowers with a good value and raises the documented message with a bad one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from . import templates
from .client import Oracle

VMEM = "vmem_limit_bytes must be an int: provided with a <class 'float'>."
CONFIG = "custom_call backend_config unexpected type: 8"
TEMPLATES = [
    (templates.vmem_program, "2**20", "1e6", VMEM),
    (templates.flags_program, '{"F": 1}', '{"F": "a"}', "invalid flag value: a"),
    (templates.backend_config_program, '"8"', "8", CONFIG),
    (templates.legacy_backend_config_program, 'b"8"', "8", CONFIG),
    (templates.ffi_lowering_program, "None", "8", CONFIG),
    (partial(templates.ffi_lowering_program, api_version=4), "None", "8", "When api_version > 4"),
    (templates.params_program, "None", "pltpu.CompilerParams(vmem_limit_bytes=1e6)", VMEM),
]


@pytest.mark.oracle
@pytest.mark.parametrize(("template", "good", "bad", "message"), TEMPLATES)
def test_a_template_brings_its_value_to_jax(
    template: Callable[[str, str], str], good: str, bad: str, message: str, oracle: Oracle
):
    setup = f"GOOD = {good}\nBAD = {bad}"
    results = oracle.judge({name: {"case.py": template(setup, name)} for name in ("GOOD", "BAD")})
    assert results["GOOD"].lowers
    assert results["BAD"].in_jax and (results["BAD"].message or "").startswith(message)


@pytest.mark.oracle
def test_a_program_that_ends_its_process_or_makes_no_call_does_not_lower(oracle: Oracle):
    programs = {
        "exit": {"case.py": "import os\nos._exit(3)\n"},
        "quit": {"case.py": "raise SystemExit\n"},
        "no call": {"case.py": 'def lower():\n    return "module {}"\n'},
        "no function": {"case.py": ""},
    }
    results = oracle.judge(programs)
    assert not any(result.lowers or result.in_jax for result in results.values())
    assert results["exit"].outcome == "died"
