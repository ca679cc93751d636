"""Row-wise quantisation with settings per chip."""
import dataclasses
import enum
import logging

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

logger = logging.getLogger(__name__)


class Chip(enum.Enum):
    V4 = "v4"
    V5E = "v5e"
    V6E = "v6e"

    @property
    def vmem(self) -> int:
        return {Chip.V4: 16, Chip.V5E: 128, Chip.V6E: 128}[self] * 2**20


@dataclasses.dataclass
class QuantConfig:
    chip: Chip = Chip.V5E
    rows: int = 32
    vmem_share: float = 0.5
    limit: int | None = None

    @property
    def limit_bytes(self):
        if self.limit is not None:
            return self.limit
        return self.chip.vmem * self.vmem_share

    def params(self) -> pltpu.CompilerParams:
        logger.debug("limit %s on %s", self.limit_bytes, self.chip)
        return pltpu.CompilerParams(vmem_limit_bytes=round(self.limit_bytes))


def quantize_kernel(x_ref, o_ref):
    scale = jnp.max(jnp.abs(x_ref[...]), axis=1, keepdims=True) / 127.0
    o_ref[...] = jnp.round(x_ref[...] / scale).astype(jnp.int8)


class Quantizer:
    def __init__(self, config: QuantConfig | None = None, **overrides):
        self.config = dataclasses.replace(config or QuantConfig(), **overrides)

    def __call__(self, x):
        spec = pl.BlockSpec((self.config.rows, x.shape[1]), lambda i: (i, 0))
        return pl.pallas_call(
            quantize_kernel,
            grid=(x.shape[0] // self.config.rows,),
            in_specs=[spec],
            out_specs=spec,
            out_shape=jax.ShapeDtypeStruct(x.shape, jnp.int8),
            compiler_params=self.config.params(),
        )(x)


def lower():
    quantizer = Quantizer(vmem_share=0.25)
    return jax.jit(quantizer).trace(jnp.ones((128, 256))).lower(lowering_platforms=("tpu",))
