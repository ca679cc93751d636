import jax
import jax.numpy as jnp
from top import wide


def run(x):
    return wide(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
