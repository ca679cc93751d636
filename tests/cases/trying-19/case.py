import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def rms_norm_kernel(x_ref, w_ref, o_ref):
    x = x_ref[...]
    inverse = jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)
    o_ref[...] = x * inverse * w_ref[...]


def limit(table={"a": 1}):
    value = 2.5e7
    try:
        table["b"]
    except KeyError:
        value = 2**24
    else:
        value = 3.5e7
    return value


def rms_norm(x, weight):
    call = pl.pallas_call(
        rms_norm_kernel,
        out_shape=x,
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit()),
    )
    return call(x, weight)


def lower():
    x = jnp.ones((32, 512), jnp.float32)
    weight = jnp.ones((1, 512), jnp.float32)
    return jax.jit(rms_norm).trace(x, weight).lower(lowering_platforms=("tpu",))
