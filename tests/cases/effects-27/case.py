import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
class S:
    _inst = None
    def __init__(self):
        self.limit = "unset"
    @classmethod
    def get(cls):
        if cls._inst is None:
            cls._inst = cls()
        return cls._inst
def make():
    return pltpu.CompilerParams(vmem_limit_bytes=S.get().limit)
def params():
    S.get().limit = 3
    return make()


def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def run(x):
    return pl.pallas_call(_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), compiler_params=params())(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
