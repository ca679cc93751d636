import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import enum
class F(enum.Enum):
    A = "64"
    def __new__(cls, v):
        o = object.__new__(cls)
        o._value_ = int(v)
        return o
def params():
    return pltpu.CompilerParams(vmem_limit_bytes=F.A.value)


def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def run(x):
    return pl.pallas_call(_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), compiler_params=params())(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
