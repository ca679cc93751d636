import jax
import jax.numpy as jnp
import jax.experimental.pallas.tpu as pltpu
from jax.experimental import pallas as pl


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def scale(x):
    kind = "share" if x.shape[0] > 4 else "bytes"
    limit = 0.25 if kind == "share" else 2**25
    if kind == "share":
        limit = round(limit * 2**26)
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
