import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def _scale(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


class Launcher:
    limit = 2**20

    def run(self, x):
        return pl.pallas_call(
            _scale,
            out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
            compiler_params=pltpu.CompilerParams(vmem_limit_bytes=self.limit),
        )(x)
