import jax
import jax.numpy as jnp
import jax.experimental.pallas.tpu as pltpu
from jax.experimental import pallas as pl


def rms_norm_kernel(x_ref, w_ref, o_ref):
    x = x_ref[...]
    inverse = jax.lax.rsqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)
    o_ref[...] = x * inverse * w_ref[...]


def rms_norm(x, weight):
    flags = {"XLA_TPU_MATRES_ALAP_SLACK": 2, "XLA_TPU_FORCE_LP_LLO_SCHEDULER": None}
    flags = {name: value for name, value in flags.items() if value is not None}
    call = pl.pallas_call(
        rms_norm_kernel,
        out_shape=x,
        compiler_params=pltpu.CompilerParams(flags=flags),
    )
    return call(x, weight)


def lower():
    x = jnp.ones((32, 512), jnp.float32)
    weight = jnp.ones((1, 512), jnp.float32)
    return jax.jit(rms_norm).trace(x, weight).lower(lowering_platforms=("tpu",))
