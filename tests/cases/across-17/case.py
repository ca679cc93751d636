import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "src"))
from jax.experimental.pallas import tpu as pltpu
from mylib import config  # noqa: E402


def _square(x_ref, o_ref):
    o_ref[...] = x_ref[...] * x_ref[...]


def run(x):
    return pl.pallas_call(
        _square,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=config.TPU.limit),
    )(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
