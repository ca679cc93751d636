import os

import jax
import jax.numpy as jnp


def read(x):
    levels = os.environ.get("LEVELS_OF_THE_PYRAMID")
    call = jax.ffi.ffi_call("pyramid", jax.ShapeDtypeStruct(x.shape, x.dtype))
    return call(x, levels=int(levels) if levels else 3)


def lower():
    return jax.jit(read).trace(jnp.ones((64,), jnp.float32)).lower()
