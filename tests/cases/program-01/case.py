"""A small attention kernel with tuned block sizes."""
from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

DEFAULT_MASK_VALUE = -0.7 * float(np.finfo(np.dtype("float32")).max)
NUM_LANES = 128


@dataclasses.dataclass(frozen=True)
class BlockSizes:
    """Rows of q and k that one step of the grid takes."""

    block_q: int = 128
    block_k: int = 128

    def __post_init__(self):
        for name, value in vars(self).items():
            if value % NUM_LANES:
                raise ValueError(f"{name} has to be a multiple of {NUM_LANES}, not {value}")

    @classmethod
    def get_default(cls) -> "BlockSizes":
        return cls(block_q=256)


def vmem_bytes(shapes: Sequence[tuple[int, ...]], dtype, *, buffers: int = 2) -> int:
    """Bytes that so many buffers of these shapes take."""
    total = 0
    for shape in shapes:
        total += math.prod(shape) * jnp.dtype(dtype).itemsize
    return buffers * total


def attention_kernel(q_ref, k_ref, v_ref, o_ref, *, scale: float):
    scores = jax.lax.dot_general(
        q_ref[...], k_ref[...], (((1,), (1,)), ((), ())), preferred_element_type=jnp.float32
    )
    scores = scores * scale
    scores = jnp.where(scores < DEFAULT_MASK_VALUE, DEFAULT_MASK_VALUE, scores)
    weights = jnp.exp(scores - jnp.max(scores, axis=1, keepdims=True))
    weights = weights / jnp.sum(weights, axis=1, keepdims=True)
    o_ref[...] = jnp.dot(weights, v_ref[...], preferred_element_type=jnp.float32)


@functools.partial(jax.jit, static_argnames=("block_sizes", "sm_scale"))
def attention(q, k, v, *, sm_scale: float = 1.0, block_sizes: BlockSizes | None = None):
    if block_sizes is None:
        block_sizes = BlockSizes.get_default()
    rows, width = q.shape
    block_q = min(block_sizes.block_q, rows)
    needed = vmem_bytes([(block_q, width), k.shape, v.shape, (block_q, width)], q.dtype)
    limit = max(needed, 16 * 2**20) * 1.25
    return pl.pallas_call(
        functools.partial(attention_kernel, scale=sm_scale),
        grid=(pl.cdiv(rows, block_q),),
        in_specs=[
            pl.BlockSpec((block_q, width), lambda i: (i, 0)),
            pl.BlockSpec(k.shape, lambda i: (0, 0)),
            pl.BlockSpec(v.shape, lambda i: (0, 0)),
        ],
        out_specs=pl.BlockSpec((block_q, width), lambda i: (i, 0)),
        out_shape=jax.ShapeDtypeStruct(q.shape, jnp.float32),
        compiler_params=pltpu.CompilerParams(
            dimension_semantics=("parallel",),
            vmem_limit_bytes=limit,
        ),
    )(q, k, v)


def lower():
    q = k = v = jax.ShapeDtypeStruct((512, 128), jnp.float32)
    return attention.trace(q, k, v, sm_scale=128**-0.5).lower(lowering_platforms=("tpu",))
