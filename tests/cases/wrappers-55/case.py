import jax
import jax.numpy as jnp
from calls import quantized


def step(x):
    return quantized(x, [8, 8], name="q8")


def lower():
    return jax.jit(step).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
