from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


class Launcher:
    """Launches elementwise kernels with one set of parameters."""

    def __init__(self, interpret=False, **params):
        self.interpret = interpret
        self.params = params

    def compiler_params(self):
        return pltpu.CompilerParams(**self.params)

    def __call__(self, kernel, x):
        return pl.pallas_call(kernel, out_shape=x, compiler_params=self.compiler_params())(x)
