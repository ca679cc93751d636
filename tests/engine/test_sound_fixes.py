"""Fixes leave a text that Python takes, together as well as alone."""

from __future__ import annotations

import pytest

from prelower.engine import Engine
from prelower.fixes import apply_all
from prelower.jaxview.jax import Jax
from prelower.syntax.sound import is_sound
from prelower.text.source import Source

HEAD = "import jax\nfrom jax.experimental.pallas import tpu as pltpu\n"
TEXTS = {
    "f(a=1, b=2)": True,
    "f(a=1, **b, **c)": True,
    "f(g(a=1), a=1)": True,
    "class A(B, a=1): pass": True,
    "f(a=1, a=2)": False,
    "f(lambda: g(a=1, a=2))": False,
    "class A(B, a=1, a=2): pass": False,
    "f(": False,
    "\0": False,
}
FIXED = {
    "pltpu.CompilerParams(vmem_limit_byte=1, vmem_limit_bytez=2)": (
        "pltpu.CompilerParams(vmem_limit_bytes=1, vmem_limit_bytez=2)", 1,
    ),
    "jax.ffi.ffi_call('t', out, vectorized=True, vmap_method='sequential')": (
        "jax.ffi.ffi_call('t', out, vmap_method='sequential')", 1,
    ),
    "jax.ffi.ffi_call('t', out, vectorized=True)": ("jax.ffi.ffi_call('t', out, vmap_method=\"expand_dims\")", 1),
}  # fmt: skip
"""Calls, what they are after one round of fixes, and how many fixes that took."""


@pytest.mark.parametrize(("text", "sound"), TEXTS.items())
def test_a_text_is_sound(text: str, sound: bool):
    assert is_sound(text) is sound


@pytest.mark.parametrize(("text", "expected"), FIXED.items())
def test_what_is_fixed_is_sound(text: str, expected: tuple[str, int]):
    source = Source("/project/case.py", HEAD + text + "\n")
    findings = Engine("/project", Jax("0.12.0", "asked")).check(source).findings
    fixed, count = apply_all(source, findings, unsafe=True)
    assert (fixed, count) == (HEAD + expected[0] + "\n", expected[1])
    assert is_sound(fixed)
