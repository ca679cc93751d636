"""A tiled matrix product on TPU, with an accumulator in VMEM.

One mistake: the VMEM budget is a share of the capacity, so it is a float.
"""

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

MIB = 1024 * 1024
VMEM_CAPACITY = 128 * MIB
VMEM_BUDGET = 0.75 * VMEM_CAPACITY


def _matmul_kernel(x_ref, y_ref, out_ref, acc_ref, *, steps):
    @pl.when(pl.program_id(2) == 0)
    def _():
        acc_ref[...] = jnp.zeros_like(acc_ref)

    acc_ref[...] += jnp.dot(x_ref[...], y_ref[...], preferred_element_type=jnp.float32)

    @pl.when(pl.program_id(2) == steps - 1)
    def _():
        out_ref[...] = acc_ref[...].astype(out_ref.dtype)


def matmul(x, y, *, block_m=256, block_k=512, block_n=256):
    """The product of two matrices whose sides the blocks divide."""
    (m, k), (_, n) = x.shape, y.shape
    steps = k // block_k
    return pl.pallas_call(
        functools.partial(_matmul_kernel, steps=steps),
        out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
        grid=(m // block_m, n // block_n, steps),
        in_specs=[
            pl.BlockSpec((block_m, block_k), lambda i, j, step: (i, step)),
            pl.BlockSpec((block_k, block_n), lambda i, j, step: (step, j)),
        ],
        out_specs=pl.BlockSpec((block_m, block_n), lambda i, j, step: (i, j)),
        scratch_shapes=[pltpu.VMEM((block_m, block_n), jnp.float32)],
        compiler_params=pltpu.CompilerParams(
            dimension_semantics=("parallel", "parallel", "arbitrary"),
            vmem_limit_bytes=VMEM_BUDGET,
        ),
    )(x, y)


def lower():
    """Lowers it for a TPU, which works on any machine."""
    x = jax.ShapeDtypeStruct((1024, 2048), jnp.bfloat16)
    y = jax.ShapeDtypeStruct((2048, 512), jnp.bfloat16)
    return jax.jit(matmul).trace(x, y).lower(lowering_platforms=("tpu",))
