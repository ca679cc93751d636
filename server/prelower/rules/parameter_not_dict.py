"""# parameter-not-dict

## What it does
Reports a parameter that must be a dict and is given something else: `flags` of `pltpu.CompilerParams`,
`input_output_aliases` and `metadata` of `pallas_call`, `input_output_aliases` of `ffi_call`, `operand_output_aliases`
of `custom_call`.

## Why JAX rejects it
JAX goes through the items of the value without looking at it first. A list of pairs has no `items`.

## When it fires
`AttributeError`: when `CompilerParams` is made (at lowering before JAX 0.6.2), while tracing for `pallas_call` and
`ffi_call`, at lowering for `custom_call`. `interpret=True` hides none of the first two.

## Example
```python
pl.pallas_call(kernel, out_shape=out, input_output_aliases=[(0, 0)])
```

## Use instead
```python
pl.pallas_call(kernel, out_shape=out, input_output_aliases={0: 0})
```

## Fix safety
`dict(...)` around a list or tuple of pairs is safe.

## Limits
Objects of the program's own classes may have `items`: silent.

## Since
In every JAX release that has the parameter, in Python's own words.
"""

from __future__ import annotations

from collections.abc import Sequence

from prelower.rules import checks
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Known, Mapping, What
from prelower.values.model import Sequence as Items

MESSAGE = "'{}' object has no attribute 'items'"
_NONE_IS_FINE = ("flags", "metadata", "operand_output_aliases")
_NEVER = (
    "str bytes int float bool complex list tuple set frozenset bytearray range NoneType ellipsis numpy.int32"
    " numpy.int64 numpy.float32 numpy.float64 numpy.bool"
).split()

subjects = checks.given(
    tpu__CompilerParams=["flags"],
    pallas__pallas_call=["input_output_aliases", "metadata"],
    ffi__ffi_call=["input_output_aliases"],
    mlir__custom_call=["operand_output_aliases"],
)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """Python's verdict on something without items; None where it has some or that is not known."""
    if isinstance(what, Mapping):
        return None
    if isinstance(what, Known) and what.value is None and _none_passes(subject, call):
        return None
    if call.target == "ffi.ffi_call" and (checks.length_of(what) == 0 or jax.at_least("0.4.36") is False):
        return None  # it is not read, or an attribute like any other
    name = checks.built_in(what)
    if name not in _NEVER:
        return None
    return Verdict(MESSAGE.format(name.rpartition(".")[2]), early=call.target != "mlir.custom_call")


def _none_passes(subject: Subject, call: Call) -> bool:
    return subject.label in _NONE_IS_FINE or call.target == "ffi.ffi_call"


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """A dict of the pairs, where it is a sequence of pairs."""
    if all(isinstance(what, Items) and what.items and _pairs(what) for what in whats):
        return Intent("wrap", "Convert it with `dict(...)`", True, "dict")
    return None


def _pairs(what: Items) -> bool:
    return all(
        len(item) == 1 and isinstance(item[0].what, Items) and checks.length_of(item[0].what) == 2
        for item in what.items
    )


EXAMPLES = (
    Example("tpu:flags", '[("XLA_TPU_MAX_CLUSTERED_LOADS", 1)]', MESSAGE.format("list"),
            'dict([("XLA_TPU_MAX_CLUSTERED_LOADS", 1)])'),
    Example("tpu:flags", '"XLA_TPU_MAX_CLUSTERED_LOADS=1"', MESSAGE.format("str")),
    Example("pallas:input_output_aliases", "[(0, 0)]", MESSAGE.format("list"), "dict([(0, 0)])"),
    Example("pallas:input_output_aliases", "None", MESSAGE.format("NoneType")),
    Example("pallas:metadata", '"x"', MESSAGE.format("str")),
    Example("ffi:input_output_aliases", "[(0, 0)]", MESSAGE.format("list"), "dict([(0, 0)])"),
    Example("custom_call:operand_output_aliases", "[(0, 0)]", MESSAGE.format("list"), "dict([(0, 0)])"),
    Example("tpu:flags", "None", why="no flags"),
    Example("tpu:flags", "{}", why="an empty dict"),
    Example("pallas:input_output_aliases", "dict([(0, 0)])", why="a dict"),
)  # fmt: skip

RULE = Rule(
    name="parameter-not-dict",
    summary="A parameter that JAX reads as a dict is none.",
    page=__doc__,
    targets=("tpu.CompilerParams", "pallas.pallas_call", "ffi.ffi_call", "mlir.custom_call"),
    guard="items",
    accepts="a `dict`",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
