import functools

import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def kernel(limit):
    def wrap(body):
        @functools.wraps(body)
        def launch(x):
            return pl.pallas_call(
                body,
                out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
                compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit),
            )(x)

        return launch

    return wrap
