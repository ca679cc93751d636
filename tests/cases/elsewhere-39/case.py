import jax
import jax.numpy as jnp
from jax._src.interpreters import mlir
from jax.extend import core as jexcore
from descriptors import JsonPlan


topk_sort_p = jexcore.Primitive("topk_sort")


@topk_sort_p.def_abstract_eval
def _topk_sort_abstract(x):
    return jax.core.ShapedArray(x.shape, x.dtype)


def _topk_sort_lowering(ctx, x):
    return mlir.custom_call(
        "topk_sort_cpu",
        result_types=[x.type],
        operands=[x],
        backend_config=JsonPlan(128).pack(),
        api_version=2,
    ).results


mlir.register_lowering(topk_sort_p, _topk_sort_lowering)


def lower():
    return jax.jit(topk_sort_p.bind).trace(jnp.ones((4, 32), jnp.float32)).lower()
