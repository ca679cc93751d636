from jax.experimental.pallas import tpu


class WideParams(tpu.CompilerParams):
    """Parameters of the wide kernels."""
