from jax.experimental.pallas import tpu as pltpu


class Wide(pltpu.CompilerParams):
    @classmethod
    def of(cls, size):
        return cls(vmem_limit_bytes=size)
