import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
A = {"x": None}
def mk(d):
    def s(v): d["x"] = v
    return s
set_x = mk(A)
def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0

def run(x):
    return pl.pallas_call(_kernel, out_shape=x, compiler_params=pltpu.CompilerParams(flags=A))(x)
def lower():
    set_x(1)
    return jax.jit(run).trace(jax.ShapeDtypeStruct((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
