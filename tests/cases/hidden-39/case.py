import jax
from jax import numpy as jnp
import jax.experimental.pallas as pl
import jax.experimental.pallas.tpu as pltpu


class Meta(type):
    def __getattr__(cls, name):
        return 2**24


class Limits(metaclass=Meta):
    v4 = 3e7


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def scale(x):
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=Limits.v5e),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
