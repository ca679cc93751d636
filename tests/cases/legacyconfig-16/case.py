import jax
import jax.numpy as jnp


def scale(x, config=None):
    out = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.ffi.ffi_call("scale", out, legacy_backend_config=config)(x, factor=2)


def lower():
    return jax.jit(scale).trace(jnp.ones((64,), jnp.float32)).lower()
