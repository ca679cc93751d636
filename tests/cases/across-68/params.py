from jax.experimental.pallas import tpu as pltpu


class Params(pltpu.CompilerParams):
    """Ours."""
