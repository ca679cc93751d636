import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def square_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * x_ref[...]


def square(x, limit):
    return pl.pallas_call(
        square_kernel,
        out_shape=x,
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit),
    )(x)


def lower():
    run = jax.jit(functools.partial(square, limit=2**27 / 3))
    return run.trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
