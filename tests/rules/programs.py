"""A rule's examples as whole programs: the same text for prelower and for JAX."""

from __future__ import annotations

from oracle import templates
from prelower.rules.base import Example

NUMPY = "import numpy as np"
FLAG = "XLA_TPU_MAX_CLUSTERED_LOADS"


def program(example: Example, value: str | None = None) -> str:
    """The program around an example's value, or around another one in its place."""
    value = example.value if value is None else value
    setup = f"{NUMPY}\n{example.setup}"
    if example.template == "vmem":
        return templates.vmem_program(setup, value)
    if example.template == "flag":
        return templates.flags_program(setup, f'{{"{FLAG}": {value}}}')
    if example.template == "custom_call":
        return templates.backend_config_program(setup, value)
    if example.template == "legacy":
        return templates.legacy_backend_config_program(setup, value)
    if example.template == "ffi_lowering_2":
        return templates.ffi_lowering_program(setup, value, 2)
    raise ValueError(f"no template {example.template!r}")
