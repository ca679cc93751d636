import jax
import jax.numpy as jnp
import numpy as np


def cast(x, dtype):
    out = jax.ShapeDtypeStruct(x.shape, dtype)
    return jax.ffi.ffi_call("cast", out)(x, to=np.dtype(dtype))


def halve(x):
    return cast(x, np.float16)


def lower():
    return jax.jit(halve).trace(jnp.ones((64,), jnp.float32)).lower()
