import jax
import jax.numpy as jnp
from jax.ffi import ffi_call


def histogram(x, **attributes):
    result = jax.ShapeDtypeStruct((256,), jnp.int32)
    return ffi_call("histogram", result)(x, **attributes)


def counted(x):
    return histogram(x, low=0, high=2**64 - 1)


def lower():
    return jax.jit(counted).trace(jnp.ones((64,), jnp.float32)).lower()
