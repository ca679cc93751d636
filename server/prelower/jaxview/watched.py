"""The callables that prelower watches, and every name, public or private, by which a release knew them."""

from __future__ import annotations

from typing import NamedTuple

COMPILER_PARAMS = "tpu.CompilerParams"
CUSTOM_CALL = "mlir.custom_call"
FFI_CALL = "ffi.ffi_call"
FFI_CALLED = "ffi.ffi_call()"
FFI_LOWERING = "ffi.ffi_lowering"
PALLAS_CALL = "pallas.pallas_call"


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
_TPU = ("jax.experimental.pallas.tpu", "jax._src.pallas.mosaic.core")

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
    ),
}

_BY_NAME = {name: target for target, known in TARGETS.items() for name in known.names}
_LAST_PARTS = frozenset(name.rpartition(".")[2] for name in _BY_NAME)


def target_of(dotted: str) -> str | None:
    """The watched target that a name is known to have meant in some release."""
    return _BY_NAME.get(dotted)


def may_be_watched(dotted: str) -> bool:
    """Whether a name ends as a watched one does, so that following its re-exports is worth the reading."""
    return dotted.rpartition(".")[2] in _LAST_PARTS and dotted.startswith(("jax.", "jaxlib."))
