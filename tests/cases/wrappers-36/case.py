import jax
import jax.numpy as jnp
import ops


def step(x):
    return ops.OPS["double"](x, limit=2.1e7)


def lower():
    return jax.jit(step).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
