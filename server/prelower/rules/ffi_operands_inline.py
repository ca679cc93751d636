"""# ffi-operands-inline

## What it does
Warns of operands that are given to `ffi_call` itself, with a JAX that still takes them there.

## Why JAX rejects it
It does not yet: up to 0.5.3 it called the target at once and warned. From 0.6.0 on `ffi_call` only makes the function
that the operands and attributes are given to, and takes two arguments by position.

## When it fires
When the line runs: a `DeprecationWarning`.

## Example
```python
jax.ffi.ffi_call("scale", out, x, factor=2)
```

## Use instead
```python
jax.ffi.ffi_call("scale", out)(x, factor=2)
```

## Fix safety
There is no fix.

## Limits
With JAX 0.6.0 and newer this is an error, which `unknown-keyword` reports.

## Since
From JAX 0.4.35 to 0.5.3.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.findings import WARNING
from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Argument, Call, Known, Possible, What

MESSAGE = (
    "Calling ffi_call directly with input arguments is deprecated. Instead, ffi_call should be used to construct a"
    " callable, which can then be called with the appropriate inputs. For example,"
)
_SAID = (("0.4.35", MESSAGE), ("0.6.0", None))


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The call, where an operand is given to it."""
    if any(name.startswith("*") for name in call.arguments):
        yield Subject(Argument((Possible(Known(None)),), call.site), "operands")


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's words on an operand in that place."""
    said = in_release(jax, _SAID)
    note = "JAX 0.6.0 does not take it; write ffi_call(...)(...)"
    return Verdict(said, note=note, severity=WARNING, plain=True, early=True, deprecated=True) if said else None


_CALL = 'jax.ffi.ffi_call("scale", jax.ShapeDtypeStruct((8, 128), jnp.float32), x)'
EXAMPLES = (
    Example("ffi_inline", "x", MESSAGE, severity=WARNING, release="0.5.3", shown=_CALL),
    Example("ffi_attributes:a", "1", why="the operand is given to what ffi_call returns", release="0.5.3"),
)

RULE = Rule(
    name="ffi-operands-inline",
    summary="Operands are given to `ffi_call` itself, which later releases do not take.",
    page=__doc__,
    targets=("ffi.ffi_call",),
    guard="ffi_call",
    accepts="a name and a description of the results",
    since="0.4.35",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
