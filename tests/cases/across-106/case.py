import jax
import jax.numpy as jnp
from registry import get


def run(x):
    return get("launch")(x, 9.4e6)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
