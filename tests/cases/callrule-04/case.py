import jax
import jax.numpy as jnp
import jax._src.interpreters.mlir as jmlir
from jax.extend.core import Primitive


class mlir:
    """Our own builder; the config is whatever the builder makes of it."""

    @staticmethod
    def custom_call(name, x, backend_config):
        text = ";".join(f"{k}={v}" for k, v in backend_config.items())
        return jmlir.custom_call(name, result_types=[x.type], operands=[x], backend_config=text).results


abs_p = Primitive("fast_abs")
abs_p.def_abstract_eval(lambda x: jax.core.ShapedArray(x.shape, x.dtype))
jmlir.register_lowering(abs_p, lambda ctx, x: mlir.custom_call("fast_abs", x, backend_config={"bits": 32}))


def lower():
    return jax.jit(abs_p.bind).trace(jnp.ones((4,))).lower()
