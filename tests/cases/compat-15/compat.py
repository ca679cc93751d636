from jax.experimental.pallas import tpu as pltpu


def params_of(vmem_limit=None, **_):
    """Compiler parameters of the fields that every JAX knows."""
    return pltpu.CompilerParams(vmem_limit_bytes=vmem_limit)
