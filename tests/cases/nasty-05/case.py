import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def add_bias_kernel(x_ref, b_ref, o_ref):
    o_ref[...] = x_ref[...] + b_ref[...]


def add_bias(x, bias, limit):
    return pl.pallas_call(
        add_bias_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit),
    )(x, bias)


SPECS = (jax.ShapeDtypeStruct((8, 128), jnp.float32), jax.ShapeDtypeStruct((1, 128), jnp.float32))


def old_way(x, bias):
    raise NotImplementedError
    return add_bias(x, bias, 3e7)


def lower():
    run = jax.jit(lambda x, b: add_bias(x, b, 2**25))
    return run.trace(*SPECS).lower(lowering_platforms=("tpu",))
