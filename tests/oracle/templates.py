"""Whole programs around one expression, so that an example of a rule needs only a few lines.

Each function gives the text of a `case.py` that the oracle can lower. `setup` is any module-level code before
the call (imports, constants, classes); `expression` is the value concerned, written where it meets JAX.
"""

from __future__ import annotations

import textwrap

HEAD = """\
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
"""
KERNEL = """\


def add_one_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] + 1.0


def add_one(x):
    return pl.pallas_call(
        add_one_kernel,
        out_shape=jax.ShapeDtypeStruct((8, 128), jnp.float32),
        compiler_params={params},
    )(x)


def lower():
    x = jnp.zeros((8, 128), jnp.float32)
    return jax.jit(add_one).trace(x).lower(lowering_platforms=("tpu",))
"""
PRIMITIVE_HEAD = """\
import jax
import jax.numpy as jnp
from jax.extend import core as jexcore
"""
PRIMITIVE = """\

scale_p = jexcore.Primitive("scale")
scale_p.def_abstract_eval(lambda x: jax.core.ShapedArray(x.shape, x.dtype))
"""
LOWER_PRIMITIVE = """\


def lower():
    return jax.jit(lambda x: scale_p.bind(x)).trace(jnp.zeros((8,), jnp.float32)).lower()
"""
CUSTOM_CALL = """\


def _scale_lowering(ctx, x):
    return mlir.custom_call(
        "scale",
        result_types=[x.type],
        operands=[x],
        backend_config={value},
        api_version=2,
    ).results


mlir.register_lowering(scale_p, _scale_lowering)
"""
FFI_HEAD = "import jax\nimport jax.numpy as jnp\n"
FFI_CALL = """\


def scale(x):
    return jax.ffi.ffi_call(
        "scale",
        jax.ShapeDtypeStruct(x.shape, x.dtype),
{version}        legacy_backend_config={value},
    )(x)


def lower():
    return jax.jit(scale).trace(jnp.zeros((8,), jnp.float32)).lower()
"""
FFI_ATTRIBUTE = """\


def scale(x):
    return jax.ffi.ffi_call("scale", jax.ShapeDtypeStruct(x.shape, x.dtype))(x, v={value})


def lower():
    return jax.jit(scale).trace(jnp.zeros((8,), jnp.float32)).lower()
"""


def _program(head: str, setup: str, body: str) -> str:
    setup = textwrap.dedent(setup).strip("\n")
    return head + (f"\n{setup}\n" if setup else "") + body


def params_program(setup: str, params: str) -> str:
    """A TPU kernel with this expression as its `compiler_params`."""
    return _program(HEAD, setup, KERNEL.replace("{params}", params))


def vmem_program(setup: str, expression: str) -> str:
    """A TPU kernel with this expression as its `vmem_limit_bytes`."""
    return params_program(setup, f"pltpu.CompilerParams(vmem_limit_bytes={expression})")


def flags_program(setup: str, flags: str) -> str:
    """A TPU kernel with this expression (the whole dict) as its `flags`."""
    return params_program(setup, f"pltpu.CompilerParams(flags={flags})")


def backend_config_program(setup: str, expression: str) -> str:
    """A primitive whose lowering rule gives this expression to the private `custom_call`."""
    head = PRIMITIVE_HEAD + "from jax._src.interpreters import mlir\n"
    return _program(head, setup, PRIMITIVE + CUSTOM_CALL.replace("{value}", expression) + LOWER_PRIMITIVE)


def legacy_backend_config_program(setup: str, expression: str, api_version: int | None = 2) -> str:
    """An `ffi_call` with this expression as its `legacy_backend_config`; None: with no version given."""
    version = "" if api_version is None else f"        custom_call_api_version={api_version},\n"
    body = FFI_CALL.replace("{version}", version).replace("{value}", expression)
    return _program(FFI_HEAD, setup, body)


def ffi_attribute_program(setup: str, expression: str) -> str:
    """An `ffi_call` whose result is called with this expression as an attribute."""
    return _program(FFI_HEAD, setup, FFI_ATTRIBUTE.replace("{value}", expression))


def ffi_lowering_program(setup: str, expression: str, api_version: int | None = 2) -> str:
    """A primitive lowered by `jax.ffi.ffi_lowering(..., backend_config=expression)`; None: with no version given."""
    head = PRIMITIVE_HEAD + "from jax.interpreters import mlir\n"
    version = "" if api_version is None else f"api_version={api_version}, "
    rule = f'jax.ffi.ffi_lowering("scale", {version}backend_config={expression})'
    return _program(head, setup, f"{PRIMITIVE}mlir.register_lowering(scale_p, {rule})\n" + LOWER_PRIMITIVE)
