import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import os
def fail(msg):
    print(msg)
    os._exit(3)
def params():
    w = None
    if os.environ.get("AUTO_X", "3") == "3":
        w = 3
    else:
        fail("x")
    return pltpu.CompilerParams(flags={"a": w})


def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def run(x):
    return pl.pallas_call(_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), compiler_params=params())(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
