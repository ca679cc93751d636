import jax
import jax.numpy as jnp


def blur(x, bias=None, radius=2):
    call = jax.ffi.ffi_call("blur", jax.ShapeDtypeStruct(x.shape, x.dtype))
    return call(x, bias=bias, radius=radius)


def lower():
    return jax.jit(blur).trace(jnp.ones((64,), jnp.float32)).lower()
