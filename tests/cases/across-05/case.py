import jax
import jax.numpy as jnp
from kit import launch


def run(x):
    return launch(x, limit=2e7)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
