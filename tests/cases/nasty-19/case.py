import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import functools
class Config:
    frac = 0.5
    @functools.cached_property
    def vmem(self):
        return int(self.frac * 2**27)
class classproperty:
    def __init__(self, f):
        self.f = f
    def __get__(self, o, owner):
        return self.f(owner)
class B:
    @classproperty
    def vmem(cls):
        return 3
def params():
    return pltpu.CompilerParams(vmem_limit_bytes=B.vmem, flags={"a": Config().vmem})


def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def run(x):
    return pl.pallas_call(_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), compiler_params=params())(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
