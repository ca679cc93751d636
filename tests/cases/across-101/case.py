import jax
import jax.numpy as jnp
from builder import Builder


def run(x):
    return Builder().with_limit(9_100_000).launch(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
