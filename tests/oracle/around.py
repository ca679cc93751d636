"""Whole programs around one keyword of one call: `program("ffi", 'vmap_method="x"')` is one to ask JAX about."""

from __future__ import annotations

import textwrap

HEAD = """\
import jax
import jax.numpy as jnp
import numpy as np
"""
PALLAS_HEAD = """\
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
"""
TPU_KERNEL = """\


def add_one(x_ref, o_ref):
    o_ref[...] = x_ref[...] + 1.0


def lower():
    x = jnp.zeros((256, 256), jnp.float32)
    call = pl.pallas_call({arguments})
    return jax.jit(call).trace(x).lower(lowering_platforms=("tpu",))
"""
OUT = "jax.ShapeDtypeStruct((256, 256), jnp.float32)"
BLOCK = "pl.BlockSpec((128, 256), lambda i: (i, 0))"
GRID = f"grid=(2,), in_specs=[{BLOCK}], out_specs={BLOCK}"
TRITON_HEAD = """\
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as pltriton
"""
GPU_MESH = """\


def h100():
    device = jax.sharding.AbstractDevice(device_kind="NVIDIA H100 80GB HBM3", num_cores=None, platform="gpu")
    return jax.sharding.use_abstract_mesh(jax.sharding.AbstractMesh((1,), ("d",), abstract_device=device))
"""
TRITON_KERNEL = """\


def double(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def lower():
    x = jax.ShapeDtypeStruct((256,), jnp.float32)
    call = pl.pallas_call({arguments})
    with h100():
        return jax.jit(call).trace(x).lower(lowering_platforms=("cuda",))
"""
MOSAIC_GPU_HEAD = """\
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
from jax.experimental.pallas import tpu as pltpu
from jax.experimental.pallas import triton as pltriton
"""
MOSAIC_GPU_KERNEL = """\


def double(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2.0


def lower():
    x = jax.ShapeDtypeStruct((128,), jnp.float32)
    call = plgpu.kernel(double, {arguments})
    with h100():
        return jax.jit(call).trace(x).lower(lowering_platforms=("cuda",))
"""
FFI = """\


def scale(x):
    return jax.ffi.ffi_call({arguments})({operands})


def lower():
    return jax.jit(scale).trace(jnp.zeros((8, 128), jnp.float32)).lower()
"""
PRIMITIVE = """\
from jax.extend import core as jexcore
{imports}
scale_p = jexcore.Primitive("scale")
scale_p.def_abstract_eval(lambda x: jax.core.ShapedArray(x.shape, x.dtype))
"""
LOWER_PRIMITIVE = """\


def lower():
    return jax.jit(lambda x: scale_p.bind(x)).trace(jnp.zeros((8, 128), jnp.float32)).lower()
"""
CUSTOM_CALL = """\


def scale_lowering(ctx, x):
    return mlir.custom_call({arguments}).results


mlir.register_lowering(scale_p, scale_lowering)
"""
CAPSULE = """\
from jaxlib.cpu import _lapack

CAPSULE = _lapack.registrations()["lapack_sgetrf_ffi"]  # one of JAX's own: any other could end the process
"""
REGISTER = """\
jnp.zeros(1).block_until_ready()
jax.ffi.register_ffi_target({arguments})


def lower():
    return jax.jit(jax.ffi.ffi_call("scale", jax.ShapeDtypeStruct((8,), jnp.float32))).trace(jnp.zeros((8,))).lower()
"""


def program(kind: str, item: str, setup: str = "") -> str:
    """A program in which a call of some kind is given this `keyword=value`, or these several."""
    setup = textwrap.dedent(setup).strip("\n")
    head, body = _PARTS[kind](item)
    return f"{head}\n{setup}\n{body}" if setup else head + body


def _joined(item: str, *others: str) -> str:
    """The keyword with those others that it does not stand for itself."""
    given = {part.partition("=")[0].strip() for part in item.split(", ")} | {item.partition("=")[0].strip()}
    return ", ".join([*(o for o in others if o.partition("=")[0] not in given), *([item] if item else [])])


def _tpu(arguments: str) -> tuple[str, str]:
    return HEAD + PALLAS_HEAD, TPU_KERNEL.replace("{arguments}", arguments)


def _pallas(item: str) -> tuple[str, str]:
    return _tpu("add_one, " + _joined(item, f"out_shape={OUT}"))


def _pallas_grid(item: str) -> tuple[str, str]:
    grid = _joined(item, "grid=(2,)", f"in_specs=[{BLOCK}]", f"out_specs={BLOCK}", f"out_shape={OUT}")
    return _tpu(f"add_one, {grid}")


def _params(item: str) -> tuple[str, str]:
    return _tpu(f"add_one, out_shape={OUT}, {GRID}, compiler_params=pltpu.CompilerParams({item})")


def _cost(item: str) -> tuple[str, str]:
    fields = _joined(item, "flops=1", "transcendentals=0", "bytes_accessed=0")
    return _tpu(f"add_one, out_shape={OUT}, cost_estimate=pl.CostEstimate({fields})")


def _cost_bare(item: str) -> tuple[str, str]:
    return _tpu(f"add_one, out_shape={OUT}, cost_estimate=pl.CostEstimate({item})")


def _prefetch(item: str) -> tuple[str, str]:
    block = "pl.BlockSpec((256, 256), lambda i: (0, 0))"
    spec = _joined(item, "num_scalar_prefetch=0", "grid=(1,)", f"in_specs=[{block}]", f"out_specs={block}")
    return _tpu(f"add_one, out_shape={OUT}, grid_spec=pltpu.PrefetchScalarGridSpec({spec})")


def _triton(item: str) -> tuple[str, str]:
    arguments = f"double, out_shape=x, compiler_params=pltriton.CompilerParams({item})"
    return HEAD + TRITON_HEAD + GPU_MESH, TRITON_KERNEL.replace("{arguments}", arguments)


def _pallas_gpu(item: str) -> tuple[str, str]:
    arguments = f"double, out_shape=x, {item}"
    return HEAD + MOSAIC_GPU_HEAD + GPU_MESH, TRITON_KERNEL.replace("{arguments}", arguments)


def _mosaic_gpu(item: str) -> tuple[str, str]:
    return _mosaic_gpu_kernel(f"compiler_params=plgpu.CompilerParams({item})")


def _mosaic_gpu_kernel(item: str) -> tuple[str, str]:
    arguments = _joined(item, *([] if item.startswith(("out_type=", "out_shape=")) else ["out_type=x"]))
    return HEAD + MOSAIC_GPU_HEAD + GPU_MESH, MOSAIC_GPU_KERNEL.replace("{arguments}", arguments)


def _pl_kernel(item: str) -> tuple[str, str]:
    mesh = 'plsc.VectorSubcoreMesh(core_axis_name="c", subcore_axis_name="s", num_cores=1, num_subcores=16)'
    arguments = f"add_one, out_type={OUT}, mesh={mesh}, {item}"
    head, body = _tpu(arguments)
    return head + "from jax.experimental.pallas import tpu_sc as plsc\n", body.replace("pl.pallas_call", "pl.kernel")


def _ffi(item: str, operands: str = "x") -> tuple[str, str]:
    target = "target_name=" if item.startswith("target_name=") else ""
    out = "result_shape_dtypes=" if target else ""
    others = [f'{target}"scale"', f"{out}jax.ShapeDtypeStruct((8, 128), jnp.float32)"]
    if item.startswith("result_shape_dtypes="):
        others.pop()
    return HEAD, FFI.replace("{arguments}", _joined(item, *others)).replace("{operands}", operands)


def _ffi_inline(item: str) -> tuple[str, str]:
    call = f'jax.ffi.ffi_call("scale", jax.ShapeDtypeStruct((8, 128), jnp.float32), {item})'
    return HEAD, FFI.replace("jax.ffi.ffi_call({arguments})({operands})", call)


def _ffi_attributes(item: str) -> tuple[str, str]:
    return _ffi("", f"x, {item}")


def _ffi_attributes_old(item: str) -> tuple[str, str]:
    return _ffi("custom_call_api_version=2", f"x, {item}")


def _lowering(item: str) -> tuple[str, str]:
    head = HEAD + PRIMITIVE.replace("{imports}", "from jax.interpreters import mlir\n")
    return head, f'mlir.register_lowering(scale_p, jax.ffi.ffi_lowering("scale", {item}))\n' + LOWER_PRIMITIVE


def _custom_call(item: str) -> tuple[str, str]:
    head = HEAD + PRIMITIVE.replace("{imports}", "from jax._src.interpreters import mlir\nfrom jaxlib.mlir import ir\n")
    target = "call_target_name=" if item.startswith("call_target_name=") else ""
    others = [f'{target}"scale"', "result_types=[x.type]", "operands=[x]", "api_version=2"]
    return head, CUSTOM_CALL.replace("{arguments}", _joined(item, *others)) + LOWER_PRIMITIVE


def _register(item: str) -> tuple[str, str]:
    arguments = _joined(item, 'name="scale"', "fn=CAPSULE", 'platform="cpu"')
    return HEAD + CAPSULE, REGISTER.replace("{arguments}", arguments)


def _name(item: str) -> tuple[str, str]:
    return HEAD, f"{item}\n" + FFI.replace(
        "{arguments}", '"scale", jax.ShapeDtypeStruct((8, 128), jnp.float32)'
    ).replace("{operands}", "x")


TRACED = """\


@functools.partial(jax.jit, static_argnames=("chosen",))
def call(x, limit, chosen):
    params = pltpu.CompilerParams(vmem_limit_bytes={value})
    return pl.pallas_call(add_one, out_shape=x, compiler_params=params)(x)


def add_one(x_ref, o_ref):
    o_ref[...] = x_ref[...] + 1.0


def lower():
    return call.trace(jnp.zeros((256, 256), jnp.float32), 2**24, chosen=2**24).lower(lowering_platforms=("tpu",))
"""


def traced_program(setup: str, value: str) -> str:
    """A program in which a jitted function gives a value to the compiler parameters."""
    return f"{HEAD}import functools\n{PALLAS_HEAD}{setup}{TRACED.replace('{value}', value)}"


_PARTS = {
    "pallas": _pallas,
    "pallas_grid": _pallas_grid,
    "tpu": _params,
    "cost": _cost,
    "cost_bare": _cost_bare,
    "prefetch": _prefetch,
    "triton": _triton,
    "pallas_gpu": _pallas_gpu,
    "mosaic_gpu": _mosaic_gpu,
    "pl_kernel": _pl_kernel,
    "mosaic_gpu_kernel": _mosaic_gpu_kernel,
    "ffi": _ffi,
    "ffi_inline": _ffi_inline,
    "ffi_attributes": _ffi_attributes,
    "ffi_attributes_old": _ffi_attributes_old,
    "lowering": _lowering,
    "custom_call": _custom_call,
    "register": _register,
    "name": _name,
}
KINDS = tuple(_PARTS)
