"""# parameter-not-iterable

## What it does
Reports a parameter that must be a sequence and is given a number, a bool or, where that is refused, `None`:
`allow_input_fusion` and `dimension_semantics` of compiler parameters, `scratch_shapes` and `grid` of `pallas_call`,
`called_computations`, `operands`, `operand_layouts` and `extra_attributes` of `custom_call`, `operand_layouts` of
`ffi_lowering`.

## Why JAX rejects it
JAX makes a tuple of the value or loops over it without looking at it first.

## When it fires
`TypeError`: when `CompilerParams` is made (at lowering before JAX 0.6.2), while tracing for `pallas_call`, at
lowering for the others. `interpret=True` hides none of the first two.

## Example
```python
pltpu.CompilerParams(allow_input_fusion=True)
```

## Use instead
```python
pltpu.CompilerParams(allow_input_fusion=[True])
```

## Fix safety
To put a single value into a tuple is unsafe: how many are wanted depends on the call.

## Limits
Objects of the program's own classes may be iterable: silent.

## Since
In every JAX release that has the parameter, in Python's own words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.rules import checks
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Call, What

MESSAGE = "'{}' object is not iterable"
NO_LENGTH = "object of type '{}' has no len()"
_SEMANTICS = {
    "tpu.CompilerParams": (("0.4.33", (NO_LENGTH, False)), ("0.5.3", (MESSAGE, False)), ("0.6.2", (MESSAGE, True))),
    "mosaic_gpu.CompilerParams": (("0.5.3", (NO_LENGTH, False)), ("0.6.2", (MESSAGE, True))),
}
"""What is said of `dimension_semantics`, and whether when the parameters are made, before anything is lowered."""
_NONE_FAILS = ("called_computations", "operands", "grid", "scratch_shapes")
_NEVER = "int float bool complex numpy.int32 numpy.int64 numpy.float32 numpy.float64 numpy.bool".split()
_LATE = ("mlir.custom_call", "ffi.ffi_lowering")

_given = checks.given(
    tpu__CompilerParams=["allow_input_fusion", "dimension_semantics"],
    mosaic_gpu__CompilerParams=["dimension_semantics"],
    pallas__pallas_call=["scratch_shapes", "grid"],
    mlir__custom_call=["called_computations", "operands", "operand_layouts", "extra_attributes"],
    ffi__ffi_lowering=["operand_layouts"],
)


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The sequences, with the kinds of calls that are given them."""
    users = frozenset(user.target for user in calls.users(call))
    for subject in _given(call, calls):
        yield subject._replace(beside=users)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """Python's verdict on something that has no items; None where it has some or that is not known."""
    name = checks.built_in(what)
    fails = name in _NEVER or name == "NoneType" and subject.label in _NONE_FAILS
    if call.target == "ffi.ffi_lowering" and jax.at_least("0.4.33") is False:  # what is given is not looked at
        return None
    if name is None or not fails or subject.label in ("grid", "scratch_shapes") and name != "NoneType":
        return None
    kind = name.rpartition(".")[2]
    if subject.label == "dimension_semantics":
        return _of_semantics(kind, call, subject.beside, jax)
    if subject.label == "allow_input_fusion":
        return Verdict(MESSAGE.format(kind), early=bool(jax.at_least("0.6.2")))
    return Verdict(MESSAGE.format(kind), early=call.target not in _LATE)


def _of_semantics(kind: str, call: Call, users: frozenset[str], jax: JaxView) -> Verdict | None:
    row = in_release(jax, _SEMANTICS[call.target])
    if row is None or not row[1] and call.target == "mosaic_gpu.CompilerParams" and "mosaic_gpu.kernel" not in users:
        return None
    return Verdict(row[0].format(kind), early=row[1])


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """A tuple of the one value, where such values belong into the sequence."""
    if subject.label == "allow_input_fusion" and all(checks.built_in(what) == "bool" for what in whats):
        return Intent("replace", "Put it into a tuple", False, f"({text},)")
    return None


EXAMPLES = (
    Example("tpu:allow_input_fusion", "True", MESSAGE.format("bool"), "(True,)", False),
    Example("tpu:dimension_semantics", "5", MESSAGE.format("int")),
    Example("mosaic_gpu:dimension_semantics", "5", MESSAGE.format("int")),
    Example("pallas:scratch_shapes", "None", MESSAGE.format("NoneType")),
    Example("custom_call:called_computations", "None", MESSAGE.format("NoneType")),
    Example("custom_call:operands", "None", MESSAGE.format("NoneType")),
    Example("lowering:operand_layouts", "5", MESSAGE.format("int")),
    Example("tpu:allow_input_fusion", "None", why="left to the compiler"),
    Example("tpu:allow_input_fusion", "[False]", why="a list"),
)  # fmt: skip

RULE = Rule(
    name="parameter-not-iterable",
    summary="A parameter that JAX goes through item by item has no items.",
    page=__doc__,
    targets=(
        "tpu.CompilerParams",
        "mosaic_gpu.CompilerParams",
        "pallas.pallas_call",
        "mlir.custom_call",
        "ffi.ffi_lowering",
    ),
    guard="iterable",
    accepts="a list or tuple",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
