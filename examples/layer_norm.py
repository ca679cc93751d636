"""Layer normalization on TPU. Nothing is wrong here."""

import dataclasses

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

MIB = 1024 * 1024


@dataclasses.dataclass(frozen=True)
class Tuning:
    """How the kernel is cut and compiled."""

    rows: int = 128
    vmem_share: float = 0.5
    slack: int = 2

    @property
    def vmem_limit(self):
        """The share of VMEM that the kernel may use, in whole bytes."""
        return int(self.vmem_share * 128 * MIB)


def _layer_norm_kernel(x_ref, scale_ref, bias_ref, out_ref, *, epsilon):
    x = x_ref[...].astype(jnp.float32)
    centered = x - jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean(centered * centered, axis=-1, keepdims=True)
    normal = centered * jax.lax.rsqrt(variance + epsilon)
    out_ref[...] = (normal * scale_ref[...] + bias_ref[...]).astype(out_ref.dtype)


def layer_norm(x, scale, bias, *, epsilon=1e-6, tuning=Tuning(rows=256)):
    """The rows of x with mean 0 and variance 1, scaled and shifted."""
    rows, columns = x.shape
    block = pl.BlockSpec((tuning.rows, columns), lambda i: (i, 0))
    whole = pl.BlockSpec((1, columns), lambda i: (0, 0))

    def kernel(*refs):
        _layer_norm_kernel(*refs, epsilon=epsilon)

    return pl.pallas_call(
        kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        grid=(rows // tuning.rows,),
        in_specs=[block, whole, whole],
        out_specs=block,
        compiler_params=pltpu.CompilerParams(
            dimension_semantics=("parallel",),
            vmem_limit_bytes=tuning.vmem_limit,
            flags={"XLA_TPU_MATRES_ALAP_SLACK": tuning.slack, "XLA_TPU_FORCE_LP_LLO_SCHEDULER": True},
        ),
    )(x, scale, bias)


def lower():
    """Lowers it for a TPU, which works on any machine."""
    x = jax.ShapeDtypeStruct((1024, 512), jnp.bfloat16)
    weights = jax.ShapeDtypeStruct((1, 512), jnp.float32)
    return jax.jit(layer_norm).trace(x, weights, weights).lower(lowering_platforms=("tpu",))
