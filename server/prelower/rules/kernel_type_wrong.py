"""# kernel-type-wrong

## What it does
Reports a `kernel_type` of `pltpu.CompilerParams` that is a text, a number or `None`; and a `device_type`, as older
releases called it, that is no text.

## Why JAX rejects it
The field took a member of `pltpu.KernelType`. JAX looked the core up by the member, and found none for anything else.
`device_type` was a word.

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
Only up to JAX 0.10.0. Newer releases have no such field, which `unknown-keyword` reports.

## Since
From JAX 0.6.1 to 0.10.0; `device_type` up to 0.6.0.
"""

from __future__ import annotations

from collections.abc import Sequence

from prelower.rules import checks
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Call, What

NO_WORD = "'{}' object has no attribute 'upper'"
UNSUPPORTED = "Unsupported kernel type: {}"
_EXCEPTION = (("0.6.1", "KeyError"), ("0.7.2", "ValueError"), ("0.10.1", None))
_NEVER = ("str", "int", "float", "bool", "bytes", "NoneType")
subjects = checks.given(tpu__CompilerParams=["kernel_type", "device_type"])


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on the type; None where it is a member or not known."""
    if subject.label == "device_type":
        return _of_device(what, jax)
    exception = in_release(jax, _EXCEPTION)
    if exception is None or checks.built_in(what) not in _NEVER:
        return None
    raises = f"KeyError: {checks.printed_repr(what)}" if exception == "KeyError" else None
    return Verdict(UNSUPPORTED.format(checks.printed_value(what)), raises, note="give a member of pltpu.KernelType")


def _of_device(what: What, jax: JaxView) -> Verdict | None:
    name = checks.built_in(what)
    wrong = name in ("int", "float", "bool") and checks.surely_true(what) and jax.at_least("0.6.1") is False
    return Verdict(NO_WORD.format(name)) if wrong else None


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """Without the field."""
    return Intent("drop", f"Leave `{subject.label}` out", False)


EXAMPLES = (
    Example("tpu:kernel_type", '"tc"', UNSUPPORTED.format("tc"), "", False, release="0.9.2"),
    Example("tpu:kernel_type", "1", UNSUPPORTED.format(1), "", False, release="0.9.2"),
    Example("tpu:kernel_type", "pltpu.KernelType.TC", why="a member", release="0.8.3"),
)

RULE = Rule(
    name="kernel-type-wrong",
    summary="`kernel_type` is no member of its enumeration, in the releases that have it.",
    page=__doc__,
    targets=("tpu.CompilerParams",),
    guard="kernel_type",
    accepts="a member of `pltpu.KernelType`",
    since="0.4.33",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
