import argparse

import jax
import jax.numpy as jnp
import jax.experimental.pallas.tpu as pltpu
from jax.experimental import pallas as pl


def scale_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


parser = argparse.ArgumentParser()
commands = parser.add_subparsers()
run = commands.add_parser("run")
run.add_argument("--limit", type=int, default=2**24)
parser.set_defaults(limit=2.5e7)
ARGS = parser.parse_args(["run"])


def scale(x):
    return pl.pallas_call(
        scale_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        compiler_params=pltpu.CompilerParams(vmem_limit_bytes=ARGS.limit),
    )(x)


def lower():
    x = jnp.zeros((16, 128), jnp.float32)
    return jax.jit(scale).trace(x).lower(lowering_platforms=("tpu",))
