"""# shape-not-ints

## What it does
Reports shapes of `jax.ShapeDtypeStruct`, `pltpu.VMEM` and `pltpu.SMEM` with a dimension that is no integer.

## Why JAX rejects it
Shapes are checked where the thing is made. `n / 128` gives a float even where it comes out even.

## When it fires
When the line runs: `TypeError`. `interpret=True` makes no difference.

## Example
```python
jax.ShapeDtypeStruct((n / 128, 128), x.dtype)
```

## Use instead
```python
jax.ShapeDtypeStruct((n // 128, 128), x.dtype)
```

## Fix safety
There is no fix: a shape of floats is mended by `//` where it is worked out, not by rounding.

## Limits
Dimensions that are not known are left alone.

## Since
In every JAX release; a scratch is looked at while tracing before 0.7.2.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, What
from prelower.values.model import Sequence as Items

MESSAGE = "Shapes must be 1D sequences of concrete values of integer type, got {}."
_NEVER = ("float", "str", "NoneType", "complex", "bytes")


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The shape."""
    if "shape" in call.arguments:
        yield Subject(call.arguments["shape"], "shape")


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a shape; None where it passes or is not known."""
    if not isinstance(what, Items) or what.rest or checks.built_in(what) not in ("tuple", "list"):
        return None
    if not any(_wrong(item) for item in what.items):
        return None
    return Verdict(MESSAGE.format(checks.printed_repr(what)), early=True)


def _wrong(value: tuple) -> bool:
    return bool(value) and all(checks.built_in(p.what) in _NEVER for p in value)


EXAMPLES = (
    Example("pallas:out_shape", "jax.ShapeDtypeStruct((512 / 2, 256), jnp.float32)", MESSAGE.format("(256.0, 256)"),
            shown="(512 / 2, 256)"),
    Example("pallas:scratch_shapes", "[pltpu.VMEM((8.0, 128), jnp.float32)]", MESSAGE.format("(8.0, 128)"),
            shown="(8.0, 128)"),
    Example("pallas:out_shape", "jax.ShapeDtypeStruct((512 // 2, 256), jnp.float32)", why="`//` of ints is an int"),
)  # fmt: skip

RULE = Rule(
    name="shape-not-ints",
    summary="A shape holds something that is no integer.",
    page=__doc__,
    targets=("jax.ShapeDtypeStruct", "tpu.VMEM"),
    guard="shape",
    accepts="a tuple or list of integers",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
