from collections import Counter

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def _gated_add(gate_ref, x_ref, y_ref, out_ref):
    gate = jax.nn.sigmoid(gate_ref[...])
    out_ref[...] = gate * x_ref[...] + (1.0 - gate) * y_ref[...]


BLOCKS = Counter(rows=0.5)


def gated_add(gate, x, y):
    rows = pl.BlockSpec((32, 128), lambda i: (i, 0))
    return pl.pallas_call(
        _gated_add,
        out_shape=jax.ShapeDtypeStruct((128, 128), jnp.float32),
        grid=(4,),
        in_specs=[rows, rows, rows],
        out_specs=rows,
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=2**24 + BLOCKS["missing"]),
    )(gate, x, y)


def lower():
    specs = [jax.ShapeDtypeStruct((128, 128), jnp.float32)] * 3
    return jax.jit(gated_add).trace(*specs).lower(lowering_platforms=("tpu",))
