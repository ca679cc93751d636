import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import importlib.metadata
V = tuple(map(int, importlib.metadata.version("jax").split(".")[:2]))
L = 3 if V >= (0, 7) else 3.5
def params():
    return pltpu.CompilerParams(vmem_limit_bytes=L)


def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def run(x):
    return pl.pallas_call(_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), compiler_params=params())(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
