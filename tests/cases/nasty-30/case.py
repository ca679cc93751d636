import jax
from jax import numpy as jnp
import jax.experimental.pallas as pl
import jax.experimental.pallas.tpu as pltpu


def rms_norm_kernel(x_ref, w_ref, o_ref):
    x = x_ref[...]
    inverse = jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)
    o_ref[...] = x * inverse * w_ref[...]


class Plan:
    scale = 1.5

    def budget(self):
        return int(2**24 * self.scale)


def widen(self):
    return 2**25


namespace = {"budget": widen}
Fast = type("Fast", (Plan,), namespace)


def rms_norm(x, weight):
    call = pl.pallas_call(
        rms_norm_kernel,
        out_shape=x,
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=Fast().budget()),
    )
    return call(x, weight)


def lower():
    x = jnp.ones((32, 512), jnp.float32)
    weight = jnp.ones((1, 512), jnp.float32)
    return jax.jit(rms_norm).trace(x, weight).lower(lowering_platforms=("tpu",))
