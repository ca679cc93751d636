import jax
from jax import numpy as jnp
import jax.experimental.pallas as pl
import jax.experimental.pallas.tpu as pltpu


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


class CompilerParams:
    """What this project's launcher understands."""

    def __init__(self, vmem_limit_bytes=None):
        self.vmem_limit_bytes = vmem_limit_bytes

    def to_pallas(self):
        return pltpu.CompilerParams(vmem_limit_bytes=self.vmem_limit_bytes)


def scale(x):
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=CompilerParams(vmem_limit_bytes=2.2e7).to_pallas(),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
