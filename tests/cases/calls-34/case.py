from functools import partial

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def negate_kernel(x_ref, o_ref):
    o_ref[...] = -x_ref[...]


@partial(jax.jit, static_argnames=("limit",))
def negate(x, *, limit: float | None = None):
    limit = None if limit is None else int(limit)
    return pl.pallas_call(
        negate_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit),
    )(x)


def lower():
    x = jnp.zeros((8, 128), jnp.float32)
    return negate.trace(x, limit=2.5e7).lower(lowering_platforms=("tpu",))
