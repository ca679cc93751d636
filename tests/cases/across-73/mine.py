import dataclasses

from jax.experimental.pallas import tpu as pltpu


@dataclasses.dataclass
class CompilerParams:
    vmem_limit_bytes: float

    def build(self):
        return pltpu.CompilerParams(vmem_limit_bytes=round(self.vmem_limit_bytes))
