import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
_UNSET = object()
def make(limit=_UNSET, flag=_UNSET):
    kw = {}
    if limit is not _UNSET:
        kw["vmem_limit_bytes"] = limit
    if flag is not _UNSET:
        kw["flags"] = {"a": flag}
    return pltpu.CompilerParams(**kw)
def params():
    return make(limit=3)


def _kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def run(x):
    return pl.pallas_call(_kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), compiler_params=params())(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
