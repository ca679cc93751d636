import jax
import jax.numpy as jnp
from ops import double


def step(x):
    return double(x, 2**24 * 1.25)


def lower():
    return jax.jit(step).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
