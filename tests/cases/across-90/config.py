import dataclasses

from jax.experimental.pallas import tpu as pltpu


@dataclasses.dataclass(frozen=True)
class Config:
    limit: int = 2**20
    scale: int = 1

    def params(self):
        return pltpu.CompilerParams(vmem_limit_bytes=self.limit)
