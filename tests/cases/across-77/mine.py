from jax.experimental.pallas import tpu as pltpu


def CompilerParams(vmem_limit_bytes):  # noqa: N802
    return pltpu.CompilerParams(vmem_limit_bytes=int(vmem_limit_bytes))
