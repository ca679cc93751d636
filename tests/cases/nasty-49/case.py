import functools

import jax
from jax import numpy as jnp
import jax.experimental.pallas as pl
import jax.experimental.pallas.tpu as pltpu


def _gelu_body(x_ref, y_ref):
    y_ref[...] = jax.nn.gelu(x_ref[...])


def cached(function):
    @functools.wraps(function)
    def wrapper(*args):
        return int(function(*args))

    wrapper.scale = 2
    return wrapper


@cached
def budget(size):
    return size * budget.scale * 1.5


@jax.jit
def gelu(x):
    block = pl.BlockSpec((64, 256), lambda i: (i, 0))
    return pl.pallas_call(
        _gelu_body,
        grid=(4,),
        in_specs=[block],
        out_specs=block,
        out_shape=jax.ShapeDtypeStruct((256, 256), jnp.float32),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=budget(2**20)),
        name="gelu",
    )(x)


def lower():
    spec = jax.ShapeDtypeStruct((256, 256), jnp.float32)
    return gelu.trace(spec).lower(lowering_platforms=("tpu",))
