import jax
import jax.numpy as jnp
from halving import halve


def step(x):
    return halve(x, XLA_TPU_MATRES_ALAP_SLACK=4.5)


def lower():
    return jax.jit(step).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
