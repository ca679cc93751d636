import jax
import jax.numpy as jnp
from ops import Double


def step(x):
    return Double(1.9e7)(x)


def lower():
    return jax.jit(step).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
