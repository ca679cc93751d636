import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def halve_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 0.5


def halve(x, **flags):
    """Half of x; keywords are flags of the compiler."""
    return pl.pallas_call(
        halve_kernel,
        out_shape=x,
        compiler_params=pltpu.CompilerParams(flags=flags),
    )(x)
