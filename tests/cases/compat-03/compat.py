import jax
from jax.experimental.pallas import tpu

ON_TPU = jax.default_backend() == "tpu"
