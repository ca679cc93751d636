import jax
from jax import numpy as jnp
import jax.experimental.pallas as pl
import jax.experimental.pallas.tpu as pltpu
import more
from tuning import FLAGS


def projection(x_ref, w_ref, out_ref):
    """One tile of the product; the whole contraction is in the block."""
    out_ref[...] = jax.lax.dot(x_ref[...], w_ref[...], preferred_element_type=jnp.float32)


def project(x, w):
    return pl.pallas_call(
        projection,
        grid=(x.shape[0] // 128, w.shape[1] // 128),
        in_specs=[
            pl.BlockSpec((128, x.shape[1]), lambda i, j: (i, 0)),
            pl.BlockSpec((w.shape[0], 128), lambda i, j: (0, j)),
        ],
        out_specs=pl.BlockSpec((128, 128), lambda i, j: (i, j)),
        out_shape=jax.ShapeDtypeStruct((x.shape[0], w.shape[1]), jnp.float32),
        compiler_params=pltpu.CompilerParams(flags=FLAGS),
    )(x, w)


def lower():
    x = jax.ShapeDtypeStruct((256, 128), jnp.float32)
    w = jax.ShapeDtypeStruct((128, 384), jnp.float32)
    return jax.jit(project).trace(x, w).lower(lowering_platforms=("tpu",))
