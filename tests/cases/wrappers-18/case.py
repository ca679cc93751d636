import jax
import jax.numpy as jnp
from mine import double


def step(x):
    return double(x, limit=1.9e7)


def lower():
    return jax.jit(step).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
