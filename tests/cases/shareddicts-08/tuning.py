import dataclasses

from jax.experimental.pallas import tpu as pltpu

_BASE = pltpu.CompilerParams(vmem_limit_bytes=1.2e8)


def tuned(chip):
    return dataclasses.replace(_BASE, vmem_limit_bytes=2**26 if chip == "v6e" else None)
