import jax
import jax.numpy as jnp
from halving import halve

FLAGS = {"XLA_TPU_MATRES_ALAP_SLACK": None}


def step(x):
    return halve(x, **FLAGS)


def lower():
    return jax.jit(step).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
