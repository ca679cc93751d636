import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
class C:
    flags = {"a": None}
    @classmethod
    def set(cls, **kw): cls.flags.update(kw)
def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0

def run(x):
    return pl.pallas_call(_kernel, out_shape=x, compiler_params=pltpu.CompilerParams(flags=C.flags))(x)
def lower():
    C.set(a=3)
    return jax.jit(run).trace(jax.ShapeDtypeStruct((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
