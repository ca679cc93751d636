import jax
import jax.numpy as jnp
import kit


def run(x):
    return kit.run_wide(x, 4_500_000)


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
