from jax.experimental.pallas import tpu as pltpu

_TABLE = {
    "v5e": pltpu.CompilerParams(vmem_limit_bytes=1.2e8),
    "v6e": pltpu.CompilerParams(vmem_limit_bytes=2**26),
}


def tuned(chip):
    return _TABLE[chip]
