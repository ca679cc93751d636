import jax
from jax import numpy as jnp
import jax.experimental.pallas as pl
import jax.experimental.pallas.tpu as pltpu


def _gelu_body(x_ref, y_ref):
    y_ref[...] = jax.nn.gelu(x_ref[...])


def limit(text="2.5e7"):
    try:
        return int(text)
    except ValueError:
        return float(text)


@jax.jit
def gelu(x):
    block = pl.BlockSpec((64, 256), lambda i: (i, 0))
    return pl.pallas_call(
        _gelu_body,
        grid=(4,),
        in_specs=[block],
        out_specs=block,
        out_shape=jax.ShapeDtypeStruct((256, 256), jnp.float32),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=limit()),
        name="gelu",
    )(x)


def lower():
    spec = jax.ShapeDtypeStruct((256, 256), jnp.float32)
    return gelu.trace(spec).lower(lowering_platforms=("tpu",))
