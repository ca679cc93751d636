import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def square_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * x_ref[...]


common = dict(
    out_shape=jax.ShapeDtypeStruct((8, 128), jnp.float32),
    compiler_params=pltpu.CompilerParams(
        vmem_limit_bytes=1024 * 1024 * 33.5,
        dimension_semantics=None,
    ),
)

square = pl.pallas_call(square_kernel, **common)
quadruple = pl.pallas_call(lambda x_ref, o_ref: square_kernel(x_ref, o_ref), **common)


def lower():
    return jax.jit(lambda x: quadruple(square(x))).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
