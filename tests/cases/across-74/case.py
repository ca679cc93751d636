import jax
import jax.numpy as jnp
from mine import pallas_call


def run(x):
    return pallas_call(x, compiler_params={"vmem_limit_bytes": 7.2e6})


def lower():
    return jax.jit(run).trace(jnp.zeros((8, 128), jnp.float32)).lower(lowering_platforms=("tpu",))
