import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def _shift(x_ref, o_ref):
    o_ref[...] = x_ref[...] + 1.0


def launch(x, limit=9.7e6):
    return pl.pallas_call(
        _shift,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit),
    )(x)
