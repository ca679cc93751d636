import jax
import jax.numpy as jnp
import jax.experimental.pallas.tpu as pltpu
from jax.experimental import pallas as pl
from dataclasses import dataclass


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


@dataclass
class Base:
    limit: float = 2**25 * 1.25


@dataclass
class Wide(Base):
    limit: int = 2**25
    rows: int = 256


cfg = Wide(rows=512)


def scale(x):
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=cfg.limit),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
