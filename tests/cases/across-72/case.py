import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from params import Wide


def _shift(x_ref, o_ref):
    o_ref[...] = x_ref[...] + 1.0


def run(x):
    return pl.pallas_call(
        _shift,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=Wide.of(6_900_000),
    )(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
