import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from compat import params


def _square(x_ref, o_ref):
    o_ref[...] = x_ref[...] * x_ref[...]


def run(x):
    return pl.pallas_call(
        _square,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=params(vmem_limit_bytes=5.5e6, dimension_semantics=None),
    )(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
