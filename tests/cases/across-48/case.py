import jax
import jax.numpy as jnp
from kit import *  # noqa: F403


def run(x):
    return wide(x, 23_000_000)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
