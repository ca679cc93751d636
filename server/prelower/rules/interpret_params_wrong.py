"""# interpret-params-wrong

## What it does
Reports a `vector_clock_size` below 1 or of no number.

## Why JAX rejects it
The size is compared with 1 when the parameters are made.

## When it fires
When the parameters are made: `ValueError` or `TypeError`.

## Example
```python
pltpu.InterpretParams(vector_clock_size=0)
```

## Use instead
```python
pltpu.InterpretParams(vector_clock_size=1)
```

## Fix safety
There is no fix.

## Limits
Words such as `uninitialized_memory` fail when the kernel runs, or not at all: not reported.

## Since
The size since JAX 0.10.0.
"""

from __future__ import annotations

from prelower.rules import checks
from prelower.rules.base import Example, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Known, What

TOO_SMALL = "Vector clock size must be at least 1, but got {}."
NO_NUMBER = "'<' not supported between instances of '{}' and 'int'"
NO_ARRAY = (
    "Value {!r} with dtype <U{} is not a valid JAX array type. Only arrays of numeric types are supported by JAX."
)
_SINCE = {"vector_clock_size": "0.10.0", "random_seed": "0.6.2"}
subjects = checks.given(tpu__InterpretParams=["vector_clock_size", "random_seed"])


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a size; None where it passes or is not known."""
    if checks.is_none(what) or not jax.at_least(_SINCE[subject.label]):
        return None
    name = checks.built_in(what)
    if subject.label == "random_seed":
        value = what.value if isinstance(what, Known) else None
        return Verdict(NO_ARRAY.format(value, max(len(value), 1))) if isinstance(value, str) else None
    if name in ("str", "list", "tuple", "bytes"):
        return Verdict(NO_NUMBER.format(name), early=True)
    number = checks.plain_number(what)
    return Verdict(TOO_SMALL.format(number), early=True) if number is not None and number < 1 else None


EXAMPLES = (
    Example("pallas:interpret", "pltpu.InterpretParams(vector_clock_size=0)", TOO_SMALL.format(0), shown="0"),
    Example("pallas:interpret", 'pltpu.InterpretParams(vector_clock_size="a")', NO_NUMBER.format("str"), shown='"a"'),
    Example("pallas:interpret", "False if pltpu.InterpretParams(vector_clock_size=1) else True", why="a size"),
)

RULE = Rule(
    name="interpret-params-wrong",
    summary="A field of `pltpu.InterpretParams` that the interpreter refuses.",
    page=__doc__,
    targets=("tpu.InterpretParams",),
    guard="interpret",
    accepts="a number from 1 on, or `None`",
    since="0.10.0",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
