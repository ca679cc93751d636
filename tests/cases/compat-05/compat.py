from jax.experimental.pallas import tpu as pltpu


class CompilerParams:
    """Parameters that do not depend on the release of JAX."""

    def __init__(self, vmem_limit_bytes):
        self.params = pltpu.CompilerParams(vmem_limit_bytes=round(vmem_limit_bytes))
