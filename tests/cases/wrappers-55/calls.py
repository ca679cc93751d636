import jax


def quantized(x, opaque, name="quantize"):
    call = jax.ffi.ffi_call(
        name, jax.ShapeDtypeStruct(x.shape, x.dtype), custom_call_api_version=2, legacy_backend_config=opaque
    )
    return call(x)
