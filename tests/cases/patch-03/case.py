import dataclasses

import jax
import jax.numpy as jnp
import jax.experimental.pallas.tpu as pltpu
from jax.experimental import pallas as pl


def whole(params):
    if params is None or isinstance(params.vmem_limit_bytes, int):
        return params
    return dataclasses.replace(params, vmem_limit_bytes=int(params.vmem_limit_bytes))


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def scale(x):
    params = pltpu.CompilerParams(vmem_limit_bytes=2.2e7)
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=whole(params),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
