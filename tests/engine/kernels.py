"""The text of a long file: many functions, and a few among them that come to a watched call."""

from __future__ import annotations

OTHERS = 56

HEAD = '''"""Kernels, and what goes around them."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
import tpu_info
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

MIB = 1024 * 1024
BUDGET = 0.75 * 128 * MIB  # of the chip's
TITLE = "kernels"


'''

USING_NUMPY = '''def normalize_{n}(x, scale=1.0, *, axis=-1):
    """Normalize the blocks."""
    mean = jnp.mean(x, axis=axis, keepdims=True)  # of a block
    centred = x - mean
    return scale * centred / jnp.sqrt(np.prod(x.shape) + {n})


'''

USING_NOTHING = '''def pairs_{n}(xs, start=0):
    """Pairs of neighbours."""
    found = []
    for left, right in zip(xs[start:], xs[start + 1 :]):
        found.append((left, right))  # in order
    return found


'''

LAUNCHERS = """def kernel(x_ref, out_ref):
    out_ref[...] = 2 * x_ref[...]


def limit_for(width):
    return width * MIB


def launch(x):
    name = "launch"
    params = pltpu.CompilerParams(vmem_limit_bytes=BUDGET)
    return pl.pallas_call(kernel, out_shape=x, name=name, compiler_params=params)(x)


def launch_wide(x):
    total = 0
    for step in range(40):
        total += step * step
    params = pltpu.CompilerParams(vmem_limit_bytes=total + limit_for(4))
    return pl.pallas_call(kernel, out_shape=x, compiler_params=params)(x)


def launch_measured(x):
    params = pltpu.CompilerParams(vmem_limit_bytes=tpu_info.capacity("vmem"))
    return pl.pallas_call(kernel, out_shape=x, compiler_params=params)(x)


"""

LAUNCHES = 3
"""The functions that are run for their own sake."""
AROUND = 20
"""At most as many of the file's statements lie outside the many functions."""


def long_file(other: str = USING_NUMPY) -> str:
    """A file with the launchers in its middle."""
    others = [other.format(n=n) for n in range(OTHERS)]
    return HEAD + "".join(others[: OTHERS // 2]) + LAUNCHERS + "".join(others[OTHERS // 2 :])
