import numpy as np

import jax
import jax.numpy as jnp


class Scale:
    def __init__(self, value):
        self.value = value

    def __float__(self):
        return float(self.value)


def scaled(x):
    call = jax.ffi.ffi_call("scaled_add", jax.ShapeDtypeStruct(x.shape, x.dtype))
    return call(x, scale=np.float32(Scale(4)))


def lower():
    x = jnp.ones((8, 128), jnp.float32)
    return jax.jit(scaled).trace(x).lower(lowering_platforms=("cpu",))
