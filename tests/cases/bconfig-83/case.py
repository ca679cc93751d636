import dataclasses
import json

import jax
import jax.numpy as jnp

from jax.extend.core import Primitive
from jax._src.interpreters import mlir

pad_p = Primitive("pad_rows")
pad_p.def_abstract_eval(lambda x: jax.core.ShapedArray(x.shape, x.dtype))


@dataclasses.dataclass
class Pad:
    rows: int = 4

    def to_json(self):
        return json.dumps(dataclasses.asdict(self))


def config(pad=Pad()):
    return pad.to_json()


def _pad_rule(ctx, x):
    out = mlir.aval_to_ir_type(ctx.module_context, ctx.avals_out[0])
    return mlir.custom_call("pad_rows", result_types=[out], operands=[x], backend_config=config()).results


mlir.register_lowering(pad_p, _pad_rule)


def lower():
    return jax.jit(lambda x: pad_p.bind(x)).trace(jnp.ones((4, 4))).lower()
