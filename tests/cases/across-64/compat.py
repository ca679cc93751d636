import jax
from jax.experimental.pallas import tpu as pltpu

if jax.__version_info__ >= (0, 7, 0):
    Params = pltpu.CompilerParams
else:
    Params = pltpu.TPUCompilerParams
