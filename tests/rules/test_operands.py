"""What a kernel is handed is an array: what is worked out from its shape is what JAX sees there."""

from __future__ import annotations

import pytest

from oracle.client import Oracle
from rules.test_examples import checked

HEAD = """\
import math
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

OUT = jax.ShapeDtypeStruct((64, 128), jnp.float32)


def copy(x_ref, o_ref):
    o_ref[...] = x_ref[...]


def call(x):
"""
TAIL = """


def lower():
    x = jnp.zeros((64, 128), jnp.float32)
    return jax.jit(call).trace(x).lower(lowering_platforms=("tpu",))
"""
GRID = "spec = pl.BlockSpec((64, 128), lambda {0}: (0, 0))\n    return pl.pallas_call(copy, out_shape=OUT, grid={1}, "
GRID += "in_specs=[spec], out_specs=spec)(x)"
LIMIT = "return pl.pallas_call(copy, out_shape=OUT, compiler_params=pltpu.CompilerParams(vmem_limit_bytes={}))(x)"
MAP = "spec = pl.BlockSpec((16, 128), lambda i: {})\n    out = pl.BlockSpec((16, 128), lambda i: (i, 0))\n    "
MAP += "return pl.pallas_call(copy, out_shape=OUT, grid=(4,), in_specs=[spec], out_specs=out)(x)"
INTS, FLOAT = (
    "Grid must be a tuple of integers or jax.Array, got (",
    "vmem_limit_bytes must be an int: provided with a ",
)
SCALARS = "must return integer scalars. Output[0] has type "
BODIES = {
    GRID.format("i", "(x.shape[0] / 16,)"): INTS,
    GRID.format("i, j", "(x.shape[0] // 16, x.shape[-1] / 2)"): INTS,
    GRID.format("i", "(x.size / 4096,)"): INTS,
    "m, n = x.shape\n    " + GRID.format("i", "(m / 16,)"): INTS,
    "*_, n = x.shape\n    " + GRID.format("i", "(n / 32,)"): INTS,
    "n = len(x.shape)\n    " + GRID.format("i", "(n / 2,)"): INTS,
    GRID.format("i", "(x.shape[0] // 16,)"): None,
    GRID.format("i", "(pl.cdiv(x.shape[0], 16),)"): None,
    "m, n = x.shape\n    " + GRID.format("i, j", "(m // 16, n // 128)"): None,
    GRID.format("i, j", "tuple(size // 16 for size in x.shape)"): None,
    LIMIT.format("x.size * 4 * 1.5"): FLOAT + "<class 'float'>.",
    LIMIT.format("x.nbytes / 2 + 2**20"): FLOAT + "<class 'float'>.",
    LIMIT.format("math.prod(x.shape) * 4.0"): FLOAT + "<class 'float'>.",
    LIMIT.format("np.prod(x.shape) * 64"): FLOAT + "<class 'numpy.int64'>.",
    LIMIT.format("x.size * 64"): None,
    LIMIT.format("math.prod(x.shape) * 64"): None,
    LIMIT.format("int(np.prod(x.shape)) * 64"): None,
    LIMIT.format("x.nbytes * x.ndim * x.itemsize"): None,
    MAP.format("(i / 1, 0)"): SCALARS + "float32[].",
    MAP.format("(i * 0.5, 0)"): SCALARS + "~float32[].",
    MAP.format("((i + 1) / 2, 0)"): SCALARS + "float32[].",
    MAP.format("(0.5 + i / 2, 0)"): SCALARS + "float32[].",
    MAP.format("(i // 2.0, 0)"): SCALARS + "~float32[].",
    MAP.format("(-i / 2, 0)"): SCALARS + "float32[].",
    MAP.format("(i > 1, 0)"): SCALARS + "bool[].",
    MAP.format("(i * 2 - i, 0)"): None,
    MAP.format("((i + 1) % 4, 0)"): None,
    MAP.format("(jnp.where(i > 1, 0, i), 0)"): None,
}


def program(body: str) -> str:
    """A whole program of a function's body."""
    return f"{HEAD}    {body}{TAIL}"


@pytest.mark.parametrize("body", BODIES)
def test_what_is_said_of_a_shape(body: str):
    _, findings = checked(program(body), "")
    said = [finding.documented for finding in findings]
    message = BODIES[body]
    assert said == [] if message is None else len(said) == 1 and message in said[0]


@pytest.mark.oracle
def test_jax_says_the_same_of_shapes(oracle: Oracle):
    results = oracle.judge({str(number): {"case.py": program(body)} for number, body in enumerate(BODIES)})
    wrong = [
        f"{body}: {result}"
        for result, (body, message) in zip(results.values(), BODIES.items(), strict=True)
        if not (result.lowers if message is None else message in (result.message or ""))
    ]
    assert not wrong, "\n".join(wrong)
