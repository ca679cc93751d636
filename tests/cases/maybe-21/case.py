import jax
import jax.numpy as jnp
import jax.experimental.pallas.tpu as pltpu
from jax.experimental import pallas as pl


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def scale(x):
    wide = x.shape[-1] > 64
    limit, convert = (1.7e7, int) if wide else (2**24, abs)
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=convert(limit)),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
