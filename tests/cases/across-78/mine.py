from jax.experimental.pallas import tpu as pltpu


def CompilerParams(size):  # noqa: N802
    return pltpu.CompilerParams(vmem_limit_bytes=size)
