"""# profile-space-without-dir

## What it does
Reports Mosaic GPU parameters with a `profile_space` and no `profile_dir`, or the other way round.

## Why JAX rejects it
The profiler needs room for its events and a folder to write them to; each defaults to nothing.

## When it fires
When `plgpu.CompilerParams` is made: `ValueError`. `interpret=True` makes no difference.

## Example
```python
plgpu.CompilerParams(profile_space=128)
```

## Use instead
```python
plgpu.CompilerParams(profile_space=128, profile_dir="/tmp/trace")
```

## Fix safety
There is no fix: the other value is not known.

## Limits
Silent where either is not known to be something or nothing.

## Since
Since JAX 0.4.36.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Known, What

MESSAGE = "Either both profile_space and profile_dir must be set, or neither."
_PAIR = ("profile_space", "profile_dir")


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The one that is given, where the other surely is nothing."""
    for name, other in (_PAIR, _PAIR[::-1]):
        if name in call.arguments and _nothing(call, other):
            yield Subject(call.arguments[name], name)


def _nothing(call: Call, name: str) -> bool:
    if name not in call.arguments:
        return not call.rest_unknown
    what = checks.only(call.arguments[name])
    return isinstance(what, Known) and not what.value


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on one of the pair; None where it is nothing or not known."""
    if jax.at_least("0.4.36") is False or not isinstance(what, Known) or not what.value:
        return None
    return Verdict(MESSAGE, early=True)


EXAMPLES = (
    Example("mosaic_gpu:profile_space", "128", MESSAGE),
    Example("mosaic_gpu:profile_dir", '"trace"', MESSAGE),
    Example("mosaic_gpu:profile_space", "0", why="no room is no profile"),
    Example("mosaic_gpu:profile_dir", '""', why="no folder is no profile"),
)

RULE = Rule(
    name="profile-space-without-dir",
    summary="One of `profile_space` and `profile_dir` is given without the other.",
    page=__doc__,
    targets=("mosaic_gpu.CompilerParams",),
    guard="profile",
    accepts="both, or neither",
    since="0.4.36",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
