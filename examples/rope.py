"""Rotary position embeddings by a CUDA kernel behind the older custom-call interface.

One mistake: the kernel's parameters are handed over as a tuple, and not as text.
"""

import dataclasses

import jax
import jax.numpy as jnp
from jax.extend import core
from jax.interpreters import mlir


@dataclasses.dataclass(frozen=True)
class RopeConfig:
    """What the kernel reads from its backend config."""

    head_dim: int = 128
    rotary_dim: int = 64
    interleaved: bool = False


CONFIG = RopeConfig(rotary_dim=96)

rope_p = core.Primitive("rope")


@rope_p.def_abstract_eval
def _rope_abstract(x, angles):
    return jax.core.ShapedArray(x.shape, x.dtype)


def _rope_lowering(ctx, x, angles):
    rule = jax.ffi.ffi_lowering(
        "rope_forward",
        operand_layouts=[(2, 1, 0), (1, 0)],
        result_layouts=[(2, 1, 0)],
        backend_config=(CONFIG.head_dim, CONFIG.rotary_dim, CONFIG.interleaved),
        api_version=2,
    )
    return rule(ctx, x, angles)


mlir.register_lowering(rope_p, _rope_lowering, platform="cuda")


def rope(x, angles):
    """The heads, rotated by their positions' angles."""
    return rope_p.bind(x, angles)


def lower():
    """Lowers it for a GPU, which works on any machine."""
    x = jax.ShapeDtypeStruct((512, 8, CONFIG.head_dim), jnp.float32)
    angles = jax.ShapeDtypeStruct((512, CONFIG.rotary_dim), jnp.float32)
    return jax.jit(rope).trace(x, angles).lower(lowering_platforms=("cuda",))
