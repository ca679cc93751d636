import jax
import jax.numpy as jnp
from top import launch_flags


def run(x):
    return launch_flags(x, verbose=None)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
