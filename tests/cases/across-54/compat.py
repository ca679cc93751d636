from jax.experimental.pallas import tpu as pltpu

Params = getattr(pltpu, "CompilerParams", None) or pltpu.TPUCompilerParams
