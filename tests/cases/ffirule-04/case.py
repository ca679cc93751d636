import jax
import jax.numpy as jnp
from jax.extend.core import Primitive
from jax.interpreters import mlir

OPTIONS = dict(api_version=2, operand_output_aliases={0: 0})

blur_p = Primitive("blur")
blur_p.def_abstract_eval(lambda image: jax.core.ShapedArray(image.shape, image.dtype))
mlir.register_lowering(blur_p, jax.ffi.ffi_lowering("blur", **OPTIONS, backend_config="3"))


def lower():
    return jax.jit(blur_p.bind).trace(jnp.ones((32, 32))).lower()
