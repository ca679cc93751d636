import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
LIMIT = 2**23
from sizes import *  # noqa: E402, F403


def _negate(x_ref, o_ref):
    o_ref[...] = -x_ref[...]


def run(x):
    return pl.pallas_call(
        _negate,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=LIMIT),
    )(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
