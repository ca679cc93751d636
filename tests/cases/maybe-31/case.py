import jax
from jax import numpy as jnp


def dequantize(x):
    config = x.dtype
    if not isinstance(config, str):
        config = config.name
    return jax.ffi.ffi_call(
        "dequantize",
        jax.ShapeDtypeStruct(x.shape, jnp.float32),
        custom_call_api_version=2,
        legacy_backend_config=config,
    )(x)


def lower():
    return jax.jit(dequantize).trace(jnp.zeros((64, 64), jnp.int8)).lower()
