import jax
import jax.numpy as jnp
import functools

from ops import launch

wide = functools.partial(launch, limit=8_200_000)


def run(x):
    return wide(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
