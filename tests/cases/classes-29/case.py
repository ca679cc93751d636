import jax
import jax.numpy as jnp
import jax.experimental.pallas.tpu as pltpu
from jax.experimental import pallas as pl
import enum


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


class Mode(enum.Enum):
    SAFE = 0
    FAST = 1


def scale(x):
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(flags={"XLA_TPU_FORCE_LP_LLO_SCHEDULER": Mode.FAST}),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
