import jax
import jax.numpy as jnp
from ops import Launcher

launcher = Launcher(8_700_000)


def run(x):
    return launcher(x)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
