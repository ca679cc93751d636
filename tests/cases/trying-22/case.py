import jax
from jax import numpy as jnp
import jax.experimental.pallas as pl
import jax.experimental.pallas.tpu as pltpu


def rms_norm_kernel(x_ref, w_ref, o_ref):
    x = x_ref[...]
    inverse = jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)
    o_ref[...] = x * inverse * w_ref[...]


class Scope:
    def __init__(self, value):
        self.value = value

    def __enter__(self):
        return self.value

    def __exit__(self, *details):
        return None


with Scope(2.5e7) as limit:
    pass


def rms_norm(x, weight):
    call = pl.pallas_call(
        rms_norm_kernel,
        out_shape=x,
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit),
    )
    return call(x, weight)


def lower():
    x = jnp.ones((32, 512), jnp.float32)
    weight = jnp.ones((1, 512), jnp.float32)
    return jax.jit(rms_norm).trace(x, weight).lower(lowering_platforms=("tpu",))
