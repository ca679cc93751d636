import jax
import jax.numpy as jnp
import numpy as np
from jax.ffi import ffi_call

HIGH = np.iinfo(np.int64).max


def histogram(x, **attributes):
    result = jax.ShapeDtypeStruct((256,), jnp.int32)
    return ffi_call("histogram", result)(x, **attributes)


def counted(x):
    return histogram(x, low=-(2**63), high=int(HIGH), edges=np.linspace(0.0, 1.0, 5), dtype=np.dtype("int32"))


def lower():
    return jax.jit(counted).trace(jnp.ones((64,), jnp.float32)).lower()
