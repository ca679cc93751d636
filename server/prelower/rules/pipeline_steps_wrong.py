"""# pipeline-steps-wrong

## What it does
Reports a `max_concurrent_steps` or `delay_release` of the Mosaic GPU parameters with which `plgpu.kernel` can make no
pipeline: no steps, a text, `None`, a bool, or a release that is delayed by as many steps as there are.

## Why JAX rejects it
The steps of the pipeline share so many buffers, and at least one must be free when the next step begins.

## When it fires
At lowering: `ValueError` or `TypeError`. Not with `interpret=True`.

## Example
```python
plgpu.CompilerParams(max_concurrent_steps=0)
```

## Use instead
```python
plgpu.CompilerParams(max_concurrent_steps=2)
```

## Fix safety
There is no fix: how many buffers there is room for, only the author knows.

## Limits
Only for JAX 0.5.3 to 0.11.0, and where the parameters are seen to reach a `plgpu.kernel`. Newer releases do not look at
the field there.

## Since
Since JAX 0.5.3, until 0.11.0; `delay_release` until 0.7.1.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Call, Known, What

STEPS, DELAY = "max_concurrent_steps", "delay_release"
COMPARED = "'<=' not supported between instances of '{}' and '{}'"
TOO_FEW = "max_concurrent_steps must be greater than all delay_release values, but max_concurrent_steps={} and {}."
OLD_TOO_FEW = "max_concurrent_steps must be greater than delay_release, but max_concurrent_steps={}, delay_release={}"
BOOL = "lower and upper arguments to fori_loop must have equal types, got int32 and bool"
_TOO_FEW = (("0.5.3", OLD_TOO_FEW), ("0.7.2", TOO_FEW), ("0.11.1", None))
_BOOL = (
    ("0.5.3", "rem does not accept dtype bool at position 1. Accepted dtypes at position 1 are subtypes of integer,"
     " floating."),
    ("0.8.1", BOOL),
    ("0.11.1", None),
)  # fmt: skip
_NO_NUMBERS = ("str", "NoneType", "bytes")


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The two numbers, each with the other one, where all that is given the parameters is a `plgpu.kernel`."""
    users = calls.users(call)
    if not users or any(user.target != "mosaic_gpu.kernel" for user in users):
        return
    for name, other, default in ((STEPS, DELAY, 0), (DELAY, STEPS, 1)):
        if name in call.arguments:
            given = checks.only(call.arguments[other]) if other in call.arguments else Known(default)
            yield Subject(call.arguments[name], name, beside=checks.plain_number(given) if given else None)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a number of steps; None where it passes or is not known."""
    too_few = in_release(jax, _TOO_FEW)
    if too_few is None:
        return None
    name = checks.built_in(what)
    if name in _NO_NUMBERS:
        return Verdict(COMPARED.format(*((name, "int") if subject.label == STEPS else ("int", name))))
    number, other = checks.plain_number(what), subject.beside
    if subject.label == DELAY:
        return Verdict(OLD_TOO_FEW.format(other, number)) if _at_least(number, other) else None
    if name == "bool" and isinstance(what, Known) and what.value:
        said = in_release(jax, _BOOL)
        return Verdict(said, note="the number of steps is an `int`") if said else None
    if not _at_least(0 if too_few is TOO_FEW else other, number):
        return None
    return Verdict(too_few.format(number, "delay_release_levels=[0]" if too_few is TOO_FEW else other))


def _at_least(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and one >= other


def _says(steps: int) -> str:
    return TOO_FEW.format(steps, "delay_release_levels=[0]")


EXAMPLES = (
    Example("mosaic_gpu:max_concurrent_steps", "0", _says(0), release="0.10.2"),
    Example("mosaic_gpu:max_concurrent_steps", '"2"', COMPARED.format("str", "int"), release="0.10.2"),
    Example("mosaic_gpu:max_concurrent_steps", "True", BOOL, release="0.10.2"),
    Example("mosaic_gpu:max_concurrent_steps", "2", why="two buffers", release="0.10.2"),
    Example("mosaic_gpu:max_concurrent_steps", "0", why="it is not looked at any more"),
)

RULE = Rule(
    name="pipeline-steps-wrong",
    summary="A Mosaic GPU pipeline has no step that could run, in the releases that look at it.",
    page=__doc__,
    targets=("mosaic_gpu.CompilerParams",),
    guard="max_concurrent_steps",
    accepts="an `int` above `delay_release`",
    since="0.5.3",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
