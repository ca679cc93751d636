import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
class C:
    def __init__(self): self.vmem = 6e7
    def fix(self): self.vmem = int(self.vmem)
CFG = C()
def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0
def setup():
    CFG.fix()
def run(x):
    return pl.pallas_call(_kernel, out_shape=x, compiler_params=pltpu.CompilerParams(vmem_limit_bytes=CFG.vmem))(x)
def lower():
    setup()
    return jax.jit(run).trace(jax.ShapeDtypeStruct((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
