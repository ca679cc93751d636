import jax
import jax.numpy as jnp
from settings import SETTINGS


def solve(x):
    return jax.ffi.ffi_call("solve", jax.ShapeDtypeStruct(x.shape, x.dtype))(x, **SETTINGS)


def lower():
    return jax.jit(solve).trace(jnp.ones((64,), jnp.float32)).lower()
