import functools

from jax.experimental.pallas import tpu as pltpu

make_params = functools.partial(pltpu.CompilerParams, has_side_effects=True)
