import jax
import jax.numpy as jnp
from launcher import Launcher


def triple_kernel(x_ref, o_ref):
    o_ref[...] = 3 * x_ref[...]


def step(x):
    return Launcher(vmem_limit_bytes=2.1e7)(triple_kernel, x)


def lower():
    return jax.jit(step).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
