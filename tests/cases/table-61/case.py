import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def rms_norm_kernel(x_ref, w_ref, o_ref):
    x = x_ref[...]
    inverse = jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)
    o_ref[...] = x * inverse * w_ref[...]


NAMES = ["a", "b"]
SIZES = iter([2**20, 2.5e7])


def rms_norm(x, weight):
    call = pl.pallas_call(
        rms_norm_kernel,
        out_shape=x,
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=dict(zip(NAMES, SIZES))["b"]),
    )
    return call(x, weight)


def lower():
    x = jnp.ones((32, 512), jnp.float32)
    weight = jnp.ones((1, 512), jnp.float32)
    return jax.jit(rms_norm).trace(x, weight).lower(lowering_platforms=("tpu",))
