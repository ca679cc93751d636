import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

LIMITS = {"cpu": 2**24, "other": 1.5e7}


def _gelu_body(x_ref, y_ref):
    y_ref[...] = jax.nn.gelu(x_ref[...])


@jax.jit
def gelu(x):
    backend = jax.default_backend()
    limit = LIMITS[backend if backend in LIMITS else "other"]
    if backend != "cpu":
        limit = int(limit)
    block = pl.BlockSpec((64, 256), lambda i: (i, 0))
    return pl.pallas_call(
        _gelu_body,
        grid=(4,),
        in_specs=[block],
        out_specs=block,
        out_shape=jax.ShapeDtypeStruct((256, 256), jnp.float32),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit),
        name="gelu",
    )(x)


def lower():
    spec = jax.ShapeDtypeStruct((256, 256), jnp.float32)
    return gelu.trace(spec).lower(lowering_platforms=("tpu",))
