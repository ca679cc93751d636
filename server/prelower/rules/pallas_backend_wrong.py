"""# pallas-backend-wrong

## What it does
Reports a `backend` of `pl.pallas_call` that names no backend, in the releases that have the parameter.

## Why JAX rejects it
The parameter chose who lowers the kernel: `"mosaic_tpu"`, `"triton"` or `"mosaic_gpu"`. For a TPU JAX took the first of
them only, for a GPU one of the other two.

## When it fires
At lowering: `ValueError`, with other words for each kind of hardware.

## Example
```python
pl.pallas_call(kernel, out_shape=out, backend="mosaic")(x)
```

## Use instead
```python
pl.pallas_call(kernel, out_shape=out)(x)
```

## Fix safety
Unsafe: to leave the parameter out, so that Pallas decides; another backend may have been meant.

## Limits
A backend that there is may be of other hardware than the program is lowered for, which is no part of the program.

## Since
From JAX 0.4.35 to 0.9.0. Newer releases have no such parameter, which `unknown-keyword` reports: there the class of the
compiler parameters chooses.
"""

from __future__ import annotations

from collections.abc import Sequence

from prelower.rules import checks
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Call, Known, What

MESSAGE = "Only mosaic backend supported for TPU"
_ON_GPU = "lowered for a GPU: Unsupported backend: {}"
_BACKENDS = ("mosaic_tpu", "triton", "mosaic_gpu")
_SAID = (("0.4.30", None), ("0.4.35", MESSAGE), ("0.9.1", None))
subjects = checks.given(pallas__pallas_call=["backend"])


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a backend; None where it is one, is empty, or is not known."""
    said = in_release(jax, _SAID)
    value = what.value if isinstance(what, Known) and checks.built_in(what) in ("str", "int", "bool") else None
    if said is None or not value or value in _BACKENDS:
        return None
    return Verdict(said, note=_ON_GPU.format(value))


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """Without the parameter."""
    return Intent("drop", "Leave `backend` out", False)


EXAMPLES = (
    Example("pallas:backend", '"mosaic"', MESSAGE, "", False, release="0.8.3"),
    Example("pallas:backend", '"TPU"', MESSAGE, "", False, release="0.4.35"),
    Example("pallas:backend", "1", MESSAGE, "", False, release="0.6.2"),
    Example("pallas:backend", '"mosaic_tpu"', why="the backend of a TPU", release="0.7.2"),
    Example("pallas:backend", '""', why="as good as None", release="0.8.3"),
    Example("pallas:backend", "None", why="Pallas decides", release="0.8.3"),
)

RULE = Rule(
    name="pallas-backend-wrong",
    summary="`backend` of `pallas_call` names no backend, in the releases that have it.",
    page=__doc__,
    targets=("pallas.pallas_call",),
    guard="pallas_call.backend",
    accepts='`"mosaic_tpu"`, `"triton"`, `"mosaic_gpu"` or `None`',
    since="0.4.35",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
