import jax
import jax.numpy as jnp


def blur(x, bias=None, radius=2):
    call = jax.ffi.ffi_call("blur", jax.ShapeDtypeStruct(x.shape, x.dtype))
    options = {"radius": radius}
    if bias is not None:
        options["bias"] = bias
    return call(x, **options)


def lower():
    return jax.jit(blur).trace(jnp.ones((64,), jnp.float32)).lower()
