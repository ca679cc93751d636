"""The callables that prelower watches, and every name, public or private, by which a release knew them."""

from __future__ import annotations

from typing import NamedTuple

COMPILER_PARAMS = "tpu.CompilerParams"
CUSTOM_CALL = "mlir.custom_call"
FFI_CALL = "ffi.ffi_call"
FFI_CALLED = "ffi.ffi_call()"
FFI_LOWERING = "ffi.ffi_lowering"
PALLAS_CALL = "pallas.pallas_call"
PALLAS_CALLED = "pallas.pallas_call()"
TRITON_PARAMS = "triton.CompilerParams"
MOSAIC_GPU_PARAMS = "mosaic_gpu.CompilerParams"
COST_ESTIMATE = "pallas.CostEstimate"
GRID_SPEC = "pallas.GridSpec"
PREFETCH_GRID_SPEC = "tpu.PrefetchScalarGridSpec"
BLOCK_SPEC = "pallas.BlockSpec"
KERNEL = "pallas.kernel"
BUFFERED = "pallas.Buffered"
VMEM = "tpu.VMEM"
MOSAIC_GPU_KERNEL = "mosaic_gpu.kernel"
MOSAIC_GPU_MESH = "mosaic_gpu.Mesh"
INTERPRET_PARAMS = "tpu.InterpretParams"
REGISTER = "ffi.register_ffi_target"


class Target(NamedTuple):
    """A watched callable: where its source stands (newest first), its names, and what calling it gives."""

    homes: tuple[str, ...]
    names: tuple[str, ...]
    result: str
    result_target: str | None = None


def _below(modules: tuple[str, ...], *names: str) -> tuple[str, ...]:
    return tuple(f"{module}.{name}" for module in modules for name in names)


_FFI = ("jax.ffi", "jax._src.ffi", "jax.extend.ffi", "jax._src.extend.ffi")
_FFI_HOMES = ("jax._src.ffi", "jax._src.extend.ffi", "jax.extend.ffi")
_PALLAS = ("jax.experimental.pallas", "jax._src.pallas.core")
_TPU = ("jax.experimental.pallas.tpu", "jax._src.pallas.mosaic.core")
_TRITON = ("jax.experimental.pallas.triton", "jax._src.pallas.triton.core", "jax.experimental.pallas.gpu")
_MOSAIC_GPU = ("jax.experimental.pallas.mosaic_gpu", "jax._src.pallas.mosaic_gpu.core")

TARGETS: dict[str, Target] = {
    COMPILER_PARAMS: Target(
        _below(("jax._src.pallas.mosaic.core",), "CompilerParams", "TPUCompilerParams"),
        _below(_TPU, "CompilerParams", "TPUCompilerParams"),
        "record",
    ),
    CUSTOM_CALL: Target(
        ("jax._src.interpreters.mlir.custom_call", "jaxlib.hlo_helpers.custom_call"),
        _below(("jax.interpreters.mlir", "jax._src.interpreters.mlir", "jaxlib.hlo_helpers"), "custom_call"),
        "opaque",
    ),
    FFI_CALL: Target(_below(_FFI_HOMES, "ffi_call"), _below(_FFI, "ffi_call"), "callable", FFI_CALLED),
    FFI_LOWERING: Target(
        _below(_FFI_HOMES, "ffi_lowering", "build_ffi_lowering_function"),
        _below(_FFI, "ffi_lowering", "build_ffi_lowering_function"),
        "callable",
    ),
    PALLAS_CALL: Target(
        ("jax._src.pallas.pallas_call.pallas_call",),
        ("jax.experimental.pallas.pallas_call", "jax._src.pallas.pallas_call.pallas_call"),
        "callable",
        PALLAS_CALLED,
    ),
    TRITON_PARAMS: Target(
        _below(_TRITON[1:2], "CompilerParams", "TritonCompilerParams"),
        _below(_TRITON, "CompilerParams", "TritonCompilerParams"),
        "record",
    ),
    MOSAIC_GPU_PARAMS: Target(
        _below(_MOSAIC_GPU[1:], "CompilerParams", "GPUCompilerParams"),
        _below(_MOSAIC_GPU, "CompilerParams", "GPUCompilerParams"),
        "record",
    ),
    COST_ESTIMATE: Target(
        ("jax._src.pallas.core.CostEstimate",),
        (*_below(_PALLAS, "CostEstimate"), "jax.experimental.pallas.tpu.CostEstimate"),
        "record",
    ),
    GRID_SPEC: Target(("jax._src.pallas.core.GridSpec",), _below(_PALLAS, "GridSpec"), "record"),
    PREFETCH_GRID_SPEC: Target(
        ("jax._src.pallas.mosaic.core.PrefetchScalarGridSpec",), _below(_TPU, "PrefetchScalarGridSpec"), "record"
    ),
    BLOCK_SPEC: Target(("jax._src.pallas.core.BlockSpec",), _below(_PALLAS, "BlockSpec"), "record"),
    BUFFERED: Target(("jax._src.pallas.core.Buffered",), _below(_PALLAS, "Buffered"), "record"),
    VMEM: Target((), _below(_TPU[:1], "VMEM", "SMEM"), "opaque"),
    INTERPRET_PARAMS: Target(
        ("jax._src.pallas.mosaic.interpret.params.InterpretParams",),
        _below(_TPU[:1], "InterpretParams", "TPUInterpretParams"),
        "record",
    ),
    KERNEL: Target(
        ("jax._src.pallas.helpers.kernel",),
        ("jax.experimental.pallas.kernel", "jax._src.pallas.helpers.kernel"),
        "callable",
    ),
    MOSAIC_GPU_KERNEL: Target(_below(_MOSAIC_GPU[1:], "kernel"), _below(_MOSAIC_GPU, "kernel"), "callable"),
    MOSAIC_GPU_MESH: Target(
        _below(_MOSAIC_GPU[1:], "Mesh", "GPUMesh"), _below(_MOSAIC_GPU, "Mesh", "GPUMesh"), "record"
    ),
    REGISTER: Target(_below(_FFI_HOMES, "register_ffi_target"), _below(_FFI, "register_ffi_target"), "opaque"),
}

_BY_NAME = {name: target for target, known in TARGETS.items() for name in known.names}
WATCHED_WORDS = frozenset(name.rpartition(".")[2] for name in _BY_NAME)


def target_of(dotted: str) -> str | None:
    """The watched target that a name is known to have meant in some release."""
    return _BY_NAME.get(dotted)


def may_be_watched(dotted: str) -> bool:
    """Whether a name ends as a watched one does, so that following its re-exports is worth the reading."""
    return dotted.rpartition(".")[2] in WATCHED_WORDS and dotted.startswith(("jax.", "jaxlib."))
