import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def holder():
    state = {"v": "x"}
    def put(v):
        state["v"] = v
    def get():
        return state["v"]
    return put, get
put, get = holder()
def make():
    return pltpu.CompilerParams(vmem_limit_bytes=get())
def params():
    put(3)
    return make()


def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def run(x):
    return pl.pallas_call(_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), compiler_params=params())(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
