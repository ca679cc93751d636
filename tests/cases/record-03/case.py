import dataclasses

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

PARAMS = pltpu.CompilerParams(vmem_limit_bytes=4.8e7)


def whole(params):
    """The same with a limit that is a number of whole bytes."""
    if isinstance(params.vmem_limit_bytes, float):
        return dataclasses.replace(params, vmem_limit_bytes=int(params.vmem_limit_bytes))
    return params


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def scale(x):
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=whole(PARAMS),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
