"""# kernel-type-wrong

## What it does
Reports a `kernel_type` of `pltpu.CompilerParams` that is a text, a number or `None`.

## Why JAX rejects it
The field took a member of `pltpu.KernelType`. JAX looked the core up by the member, and found none for anything else.

## When it fires
At lowering: `ValueError`, or a `KeyError` up to JAX 0.7.1. Not with `interpret=True`.

## Example
```python
pltpu.CompilerParams(kernel_type="tc")
```

## Use instead
```python
pltpu.CompilerParams()
```

## Fix safety
Unsafe: to leave the field out; the kernel is one of the TensorCore then.

## Limits
Only for JAX 0.6.1 to 0.10.0. Newer releases have no such field, which `unknown-keyword` reports.

## Since
Since JAX 0.6.1, until 0.10.0.
"""

from __future__ import annotations

from collections.abc import Sequence

from prelower.rules import checks
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Call, What

UNSUPPORTED = "Unsupported kernel type: {}"
_EXCEPTION = (("0.6.1", "KeyError"), ("0.7.2", "ValueError"), ("0.10.1", None))
_NEVER = ("str", "int", "float", "bool", "bytes", "NoneType")
subjects = checks.given(tpu__CompilerParams=["kernel_type"])


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on the type; None where it is a member or not known."""
    exception = in_release(jax, _EXCEPTION)
    if exception is None or checks.built_in(what) not in _NEVER:
        return None
    raises = f"KeyError: {checks.printed_repr(what)}" if exception == "KeyError" else None
    return Verdict(UNSUPPORTED.format(checks.printed_value(what)), raises, note="give a member of pltpu.KernelType")


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """Without the field."""
    return Intent("drop", "Leave `kernel_type` out", False)


EXAMPLES = (
    Example("tpu:kernel_type", '"tc"', UNSUPPORTED.format("tc"), "", False, release="0.9.2"),
    Example("tpu:kernel_type", "1", UNSUPPORTED.format(1), "", False, release="0.9.2"),
    Example("tpu:kernel_type", "pltpu.KernelType.TC", why="a member", release="0.9.2"),
)

RULE = Rule(
    name="kernel-type-wrong",
    summary="`kernel_type` is no member of its enumeration, in the releases that have it.",
    page=__doc__,
    targets=("tpu.CompilerParams",),
    guard="kernel_type",
    accepts="a member of `pltpu.KernelType`",
    since="0.6.1",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
