import jax
import jax.numpy as jnp
from jax._src.interpreters.mlir import custom_call, register_lowering
from jax.extend.core import Primitive

sign_p = Primitive("fast_sign")
sign_p.def_abstract_eval(lambda x: jax.core.ShapedArray(x.shape, x.dtype))


def emit(name, x, opaque=None):
    if opaque is not None and not isinstance(opaque, (str, bytes)):
        opaque = repr(opaque)
    return custom_call(name, result_types=[x.type], operands=[x], backend_config=opaque).results


register_lowering(sign_p, lambda ctx, x: emit("fast_sign", x, -1))


def lower():
    return jax.jit(sign_p.bind).trace(jnp.ones((4,))).lower()
