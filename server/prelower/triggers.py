"""The words without which a file cannot hold anything that is watched."""

from __future__ import annotations

TRIGGERS = (
    "CompilerParams",
    "custom_call",
    "ffi_call",
    "ffi_lowering",
    "build_ffi_lowering_function",
    "vmem_limit_bytes",
    "backend_config",
)
"""Names of the watched callables, and parameters that lead to them through the user's own functions."""
_BYTES = tuple(word.encode() for word in TRIGGERS)


def has_trigger(text: str | bytes) -> bool:
    """Whether a text holds one of the words."""
    if isinstance(text, bytes):
        return any(word in text for word in _BYTES)
    return any(word in text for word in TRIGGERS)
