import jax
import jax.numpy as jnp

WEIGHTS = [0.25, 0.5, 0.25]


def blur(x):
    call = jax.ffi.ffi_call("blur", jax.ShapeDtypeStruct(x.shape, x.dtype), vmap_method="sequential")
    return call(x, weights=WEIGHTS)


def lower():
    return jax.jit(blur).trace(jnp.ones((64,), jnp.float32)).lower()
