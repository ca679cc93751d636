"""# parameter-not-hashable

## What it does
Reports a value without a hash, such as a list, a dict or an array, in a parameter that no other rule looks at:
`interpret` of `pallas_call`, and fields of the compiler parameters, items of `allow_input_fusion` among them.

## Why JAX rejects it
The parameters of a call become parameters of an equation of JAX's internal language, which must be hashable since JAX
0.7.0. A dict slips through while tracing and fails in lowering with Python's bare words.

## When it fires
While tracing, also with `interpret=True`: a `TypeError` that prints all parameters together; at lowering for a dict.

## Example
```python
pltpu.CompilerParams(allow_input_fusion=[[True]])
```

## Use instead
```python
pltpu.CompilerParams(allow_input_fusion=[True])
```

## Fix safety
There is no fix: what was meant by the list, only the author knows.

## Limits
Sequences that `CompilerParams` makes tuples of itself are fine: `dimension_semantics`, `allow_input_fusion`. The
values of `metadata` and `flags` have rules of their own.

## Since
Since JAX 0.7.0.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.rules import checks, messages
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Mapping, What

UNHASHABLE = "unhashable type: 'dict'"
_FIELDS = {
    "tpu.CompilerParams": (
        "allow_collective_id_without_custom_barrier",
        "fuse_transposed_lhs_in_matmul",
        "use_tc_tiling_on_sc",
        "opt_level",
    ),
    "mosaic_gpu.CompilerParams": ("approx_math", "max_concurrent_steps", "unsafe_no_auto_barriers"),
    "pallas.pallas_call": ("interpret",),
}


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The fields, and the items of `allow_input_fusion`."""
    for name in _FIELDS[call.target]:
        if name in call.arguments:
            yield Subject(call.arguments[name], name)
    fusion = call.arguments.get("allow_input_fusion")
    if fusion is not None and call.target == "tpu.CompilerParams":
        for _, item in checks.items_of(fusion):
            yield Subject(item, "allow_input_fusion")


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on something without a hash; None where it has one or that is not known."""
    if isinstance(what, Mapping) and subject.label == "interpret":
        return _of_interpret(what, jax) if what.cls.name == "builtins.dict" else None
    if subject.label == "interpret" and jax.at_least("0.5.3") is False:
        return _of_interpret(what, jax)
    return checks.unhashed(what, jax)


def _of_interpret(what: What, jax: JaxView) -> Verdict | None:
    """Up to 0.5.0 it was a key in a cache of JAX's; from 0.5.3 to 0.6.2 anything passes."""
    kind = checks.built_in(what)
    if jax.at_least("0.5.3") is False:
        return Verdict(f"unhashable type: '{kind}'", early=True) if kind and checks.without_hash(what) else None
    return checks.unhashed_dict(jax) if kind == "dict" else None


EXAMPLES = (
    Example("tpu:allow_input_fusion", "[[True]]", messages.UNHASHABLE),
    Example("pallas:interpret", "[1]", messages.UNHASHABLE),
    Example("pallas:interpret", "dict(a=1)", UNHASHABLE),
    Example("tpu:fuse_transposed_lhs_in_matmul", "[True]", messages.UNHASHABLE),
    Example("tpu:allow_input_fusion", "[True]", why="made a tuple by CompilerParams"),
    Example("tpu:allow_input_fusion", "np.array([True])", why="its items are numpy bools"),
)

RULE = Rule(
    name="parameter-not-hashable",
    summary="A parameter of a Pallas call has no hash.",
    page=__doc__,
    targets=tuple(_FIELDS),
    guard="params.unhashable",
    accepts="values that have a hash",
    since="0.7.0",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
