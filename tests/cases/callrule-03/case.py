import jax
import jax.numpy as jnp
import jax._src.interpreters.mlir as jmlir
from jax.extend.core import Primitive

pad_p = Primitive("pad_rows")
pad_p.multiple_results = False


@pad_p.def_abstract_eval
def _(x, *, amount):
    return jax.core.ShapedArray((x.shape[0] + amount, x.shape[1]), x.dtype)


def _pad_rule(ctx, x, *, amount):
    out = jmlir.aval_to_ir_type(ctx.module_context, ctx.avals_out[0])
    return jmlir.custom_call("pad_rows", result_types=[out], operands=[x], backend_config=ctx.avals_in[0].ndim).results


jmlir.register_lowering(pad_p, _pad_rule)


def lower():
    return jax.jit(lambda x: pad_p.bind(x, amount=2)).trace(jnp.ones((4, 4))).lower()
