import contextlib

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


class Limits:
    current = 3.3e7


@contextlib.contextmanager
def limit_of(value):
    before, Limits.current = Limits.current, value
    try:
        yield
    finally:
        Limits.current = before


def _gelu_body(x_ref, y_ref):
    y_ref[...] = jax.nn.gelu(x_ref[...])


@jax.jit
def gelu(x):
    with limit_of(2**25):
        limit = Limits.current
    block = pl.BlockSpec((64, 256), lambda i: (i, 0))
    return pl.pallas_call(
        _gelu_body,
        grid=(4,),
        in_specs=[block],
        out_specs=block,
        out_shape=jax.ShapeDtypeStruct((256, 256), jnp.float32),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit),
        name="gelu",
    )(x)


def lower():
    spec = jax.ShapeDtypeStruct((256, 256), jnp.float32)
    return gelu.trace(spec).lower(lowering_platforms=("tpu",))
