import jax
import jax.numpy as jnp
from kernels import ops
from kernels.ops import scale


def lower():
    vars(ops)["LIMIT"] = 2**25
    return jax.jit(scale).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
