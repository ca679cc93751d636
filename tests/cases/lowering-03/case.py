import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def cube_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] ** 3


@jax.custom_vjp
def cube(x):
    return _forward(x)[0]


def _call(x, limit):
    call = pl.pallas_call(
        cube_kernel, out_shape=x, compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit)
    )
    return call(x)


def _forward(x):
    return _call(x, 2**25 / 2), x


def _backward(x, g):
    return (3 * g * x**2,)


cube.defvjp(_forward, _backward)


def lower():
    return jax.jit(cube).trace(jnp.ones((8, 128))).lower(lowering_platforms=("tpu",))
