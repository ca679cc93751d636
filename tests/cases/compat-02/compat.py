from jax.experimental.pallas import tpu as pltpu


def Params(vmem_limit_bytes=None, **kwargs):
    """The parameters of each release."""
    return pltpu.CompilerParams(vmem_limit_bytes=int(vmem_limit_bytes), **kwargs)
