import jax
import jax.numpy as jnp
import jax.extend.core as jexcore
from jax._src.interpreters import mlir
from encoding import encode


fft_plan_p = jexcore.Primitive("fft_plan")
fft_plan_p.def_abstract_eval(lambda v: jax.core.ShapedArray(v.shape, v.dtype))


def _fft_plan_rule(ctx, v):
    call = mlir.custom_call(
        call_target_name="fft_plan",
        result_types=[mlir.aval_to_ir_type(ctx.module_context, ctx.avals_out[0])],
        operands=[v],
        backend_config=encode([128]),
    )
    return call.results


mlir.register_lowering(fft_plan_p, _fft_plan_rule, platform="cpu")


@jax.jit
def fft_plan(v):
    return fft_plan_p.bind(v)


def lower():
    return fft_plan.trace(jax.ShapeDtypeStruct((64,), jnp.float32)).lower()
