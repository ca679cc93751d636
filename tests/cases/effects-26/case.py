import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
class C:
    def limit(self): return 6e7
    def __call__(self): return self.limit()
c = C()
def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0
def setup():
    C.limit = lambda self: 3
def run(x):
    return pl.pallas_call(_kernel, out_shape=x, compiler_params=pltpu.CompilerParams(vmem_limit_bytes=c()))(x)
def lower():
    setup()
    return jax.jit(run).trace(jax.ShapeDtypeStruct((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
