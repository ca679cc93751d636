import pathlib

import jax
import jax.numpy as jnp

from jax.extend.core import Primitive
from jax._src.interpreters import mlir

pad_p = Primitive("pad_rows")
pad_p.def_abstract_eval(lambda x: jax.core.ShapedArray(x.shape, x.dtype))


CONFIG = pathlib.Path("config") / "pad.json"


def _pad_rule(ctx, x):
    out = mlir.aval_to_ir_type(ctx.module_context, ctx.avals_out[0])
    return mlir.custom_call("pad_rows", result_types=[out], operands=[x], backend_config=str(CONFIG)).results


mlir.register_lowering(pad_p, _pad_rule)


def lower():
    return jax.jit(lambda x: pad_p.bind(x)).trace(jnp.ones((4, 4))).lower()
