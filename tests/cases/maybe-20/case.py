import jax
import jax.numpy as jnp
import jax.experimental.pallas.tpu as pltpu
from jax.experimental import pallas as pl


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


class Limit:
    def __init__(self, value, exact):
        self.value = value
        self.exact = exact

    def get(self):
        return self.value if self.exact else int(self.value)


def scale(x):
    exact = x.shape[0] < 4
    limit = Limit(2**24 if exact else 1.7e7, exact)
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit.get()),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
