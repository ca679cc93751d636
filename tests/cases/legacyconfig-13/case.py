import jax
import jax.numpy as jnp


def call_with(opaque, **kwargs):
    """Our targets all speak version 2 of the interface."""
    kwargs.setdefault("custom_call_api_version", 2)
    return jax.ffi.ffi_call("clamp", legacy_backend_config=opaque, **kwargs)


def clamp(x):
    return call_with(0.5, result_shape_dtypes=jax.ShapeDtypeStruct(x.shape, x.dtype))(x)


def lower():
    return jax.jit(clamp).trace(jnp.ones((16,))).lower()
