import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
class C:
    def __init__(self):
        self.v = 64e6
    def fix(self):
        self.v = int(self.v)
cs = [C(), C()]
for _ in map(C.fix, cs): pass
def params():
    return pltpu.CompilerParams(vmem_limit_bytes=cs[0].v)


def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def run(x):
    return pl.pallas_call(_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), compiler_params=params())(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
