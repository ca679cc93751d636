"""A rule's examples as whole programs: the same text for prelower and for JAX."""

from __future__ import annotations

from oracle import around, templates
from prelower.rules.base import Example

NUMPY = "import numpy as np"
LEGACY = {"legacy": 2, "legacy_default": None, "legacy_5": 5}
LOWERING = {"ffi_lowering_2": 2, "ffi_lowering_4": 4, "ffi_lowering": None}
"""The API version that a template gives; None: it gives none."""
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
    if example.template.startswith("legacy"):
        return templates.legacy_backend_config_program(setup, value, LEGACY[example.template])
    if example.template.startswith("ffi_lowering"):
        return templates.ffi_lowering_program(setup, value, LOWERING[example.template])
    if example.template == "traced":
        return around.traced_program(setup, value)
    if example.template == "attribute":
        return templates.ffi_attribute_program(setup, value)
    if example.template == "attribute_dict":
        return templates.ffi_attribute_program(setup, f'{{"a": {value}}}')
    kind, _, keyword = example.template.partition(":")
    return around.program(kind, f"{keyword}={value}" if keyword else value, example.setup)
