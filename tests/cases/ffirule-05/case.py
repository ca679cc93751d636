import functools

import jax
import jax.numpy as jnp
from jax.extend.core import Primitive
from jax.interpreters import mlir

RULES = {
    name: jax.ffi.ffi_lowering(name, api_version=2, backend_config=radius)
    for name, radius in [("blur", 3)]
}


blur_p = Primitive("blur")
blur_p.def_abstract_eval(lambda image: jax.core.ShapedArray(image.shape, image.dtype))
@functools.partial(mlir.register_lowering, blur_p)
def _blur(ctx, image, **params):
    return RULES["blur"](ctx, image, **params)


def lower():
    return jax.jit(blur_p.bind).trace(jnp.ones((32, 32))).lower()
