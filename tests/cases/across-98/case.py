import jax
import jax.numpy as jnp
from kernels import kernel


@kernel(limit=8.9e6)
def run(x_ref, o_ref):
    o_ref[...] = x_ref[...] - 1.0


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
