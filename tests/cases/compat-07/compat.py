import jax

if jax.__version_info__ >= (0, 7):
    from jax.experimental.pallas import tpu as pltpu
else:
    pltpu = None
