import inspect

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def params_of(**wanted):
    accepted = inspect.signature(pltpu.CompilerParams).parameters
    for name in list(wanted):
        if name not in accepted:
            del wanted[name]
    return pltpu.CompilerParams(**wanted)


def scale(x):
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=params_of(vmem_limit_bytes=2.2e7, no_such_field=3),
    )(x)


def lower():
    return jax.jit(scale).trace(jnp.ones((16, 128))).lower(lowering_platforms=("tpu",))
