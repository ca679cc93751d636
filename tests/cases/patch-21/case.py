import jax
import jax.numpy as jnp
import ops


def whole(size):
    return size * 16


def lower():
    setattr(ops, "budget", whole)
    return jax.jit(ops.scale).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
