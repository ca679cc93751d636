import jax
import jax.numpy as jnp

PLAN = {"tile": 64, "order": (1, 0), "name": "plan"}


def transpose(x):
    return jax.ffi.ffi_call("transpose", jax.ShapeDtypeStruct(x.shape, x.dtype))(x, plan=PLAN)


def lower():
    return jax.jit(transpose).trace(jnp.ones((64,), jnp.float32)).lower()
