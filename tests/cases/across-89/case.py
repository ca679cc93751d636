import jax
import jax.numpy as jnp
from config import Config
from ops import launch


def run(x):
    return launch(x, Config(limit=8_300_000))


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
