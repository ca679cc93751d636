import dataclasses

from jax.experimental.pallas import tpu as pltpu


@dataclasses.dataclass(frozen=True)
class Wide(pltpu.CompilerParams):
    vmem_limit_bytes: int | None = 6.8e6
