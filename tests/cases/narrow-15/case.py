import dataclasses

import jax
import jax.numpy as jnp
import jax.experimental.pallas.tpu as pltpu
from jax.experimental import pallas as pl


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


@dataclasses.dataclass
class Tile:
    rows: int
    cols: int


def budget(shape):
    match shape:
        case Tile(rows=rows, cols=cols) if rows > 64:
            return rows * cols
        case Tile(rows, cols):
            return rows * cols * 1.5
        case _:
            return 2**24


def scale(x):
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=budget(Tile(8, 128))),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
