import json

import jax
from jax import numpy as jnp


def histogram(values):
    config = {"scale": 0.5}
    call = jax.ffi.ffi_call("histogram_cpu", jax.ShapeDtypeStruct((256,), jnp.int32), custom_call_api_version=1, legacy_backend_config=json.dumps(config))
    return call(values)


def lower():
    return jax.jit(histogram).trace(jax.ShapeDtypeStruct((4096,), jnp.uint8)).lower()
