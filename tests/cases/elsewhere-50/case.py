import jax
import jax.numpy as jnp
from ops import Op


def lower():
    op = Op()
    op.limit = 2**25
    return jax.jit(op).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
