import jax
from jax import numpy as jnp
import jax.experimental.pallas as pl
import jax.experimental.pallas.tpu as pltpu


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def scale(x):
    flags = {"XLA_TPU_MATRES_ALAP_SLACK": 2 if x.ndim == 2 else "2"}
    for name, value in flags.items():
        if isinstance(value, str):
            flags[name] = int(value)
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(flags=flags),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
