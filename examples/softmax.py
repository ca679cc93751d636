"""A row-wise softmax on TPU, tuned by the generation of the chip.

One mistake: a compiler flag is switched on by a string.
"""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

GENERATION = "v5e"

TUNING = {
    "v4": {"rows": 128, "flags": {"XLA_TPU_MATRES_ALAP_SLACK": 2}},
    "v5e": {
        "rows": 256,
        "flags": {
            "XLA_TPU_MATRES_ALAP_SLACK": 4,
            "XLA_TPU_FORCE_LP_LLO_SCHEDULER": "true",
        },
    },
}


def _softmax_kernel(x_ref, out_ref):
    x = x_ref[...].astype(jnp.float32)
    weights = jnp.exp(x - jnp.max(x, axis=-1, keepdims=True))
    out_ref[...] = (weights / jnp.sum(weights, axis=-1, keepdims=True)).astype(out_ref.dtype)


def softmax(x):
    """The softmax over the last axis."""
    tuning = TUNING[GENERATION]
    rows, columns = x.shape
    block = pl.BlockSpec((tuning["rows"], columns), lambda i: (i, 0))
    return pl.pallas_call(
        _softmax_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        grid=(rows // tuning["rows"],),
        in_specs=[block],
        out_specs=block,
        compiler_params=pltpu.CompilerParams(
            dimension_semantics=("parallel",),
            flags=tuning["flags"],
        ),
    )(x)


def lower():
    """Lowers it for a TPU, which works on any machine."""
    x = jax.ShapeDtypeStruct((1024, 1024), jnp.float32)
    return jax.jit(softmax).trace(x).lower(lowering_platforms=("tpu",))
