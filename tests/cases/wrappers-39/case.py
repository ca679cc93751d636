import jax
import jax.numpy as jnp
from ops import double

OPTIONS = {"limit": 2.1e7}


def step(x):
    return double(x, **{**OPTIONS, "limit": 2**24})


def lower():
    return jax.jit(step).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
