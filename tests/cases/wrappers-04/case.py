import jax
import jax.numpy as jnp
import launch


def step(x):
    return launch.double(x, limit=2**24 / 3)


def lower():
    return jax.jit(step).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
