"""# cost-estimate-not-instance

## What it does
Reports a `cost_estimate` of `pallas_call` that is a dict, a number, or the class itself.

## Why JAX rejects it
JAX turns the object into a dict by `dataclasses.asdict` when it lowers the kernel. A dict has no hash and stops it
before.

## When it fires
At lowering: `TypeError`. Not with `interpret=True`.

## Example
```python
pl.pallas_call(kernel, out_shape=out, cost_estimate=dict(flops=1, transcendentals=0, bytes_accessed=0))
```

## Use instead
```python
pl.pallas_call(kernel, out_shape=out, cost_estimate=pl.CostEstimate(flops=1, transcendentals=0, bytes_accessed=0))
```

## Fix safety
There is no fix: the name of the module with the class need not be in the file.

## Limits
Objects of the program's own classes are left alone.

## Since
Since JAX 0.4.35; the text about the dict since 0.10.0.
"""

from __future__ import annotations

from prelower.rules import checks
from prelower.rules.base import Example, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Mapping, What

UNHASHABLE = "unhashable type: 'dict'"
NO_FIELD = "'{}' object has no attribute 'flops'"
NO_DATACLASS = "asdict() should be called on dataclass instances"
subjects = checks.given(pallas__pallas_call=["cost_estimate"])


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on something that is no estimate; None where it is one or that is not known."""
    if checks.is_none(what):
        return None
    if jax.at_least("0.7.0") is False:
        name = checks.built_in(what)
        return Verdict(NO_FIELD.format(name.rpartition(".")[2])) if name else None
    if isinstance(what, Mapping):
        return checks.unhashed_dict(jax, "give a pl.CostEstimate") if what.cls.name == "builtins.dict" else None
    watched = jax.watched(checks.library(what) or "")
    if watched is not None and watched.target == "pallas.CostEstimate":
        return Verdict(NO_DATACLASS, note="the class itself is given")
    unhashed = checks.unhashed(what, jax)
    if unhashed is not None:
        return Verdict(NO_DATACLASS, raises=f"TypeError: {unhashed.documented}")
    return Verdict(NO_DATACLASS) if checks.built_in(what) else None


EXAMPLES = (
    Example("pallas:cost_estimate", "dict(flops=1, transcendentals=0, bytes_accessed=0)", UNHASHABLE),
    Example("pallas:cost_estimate", "5", NO_DATACLASS),
    Example("pallas:cost_estimate", "None", why="none at all"),
    Example("pallas:cost_estimate", "pl.CostEstimate(flops=1, transcendentals=0, bytes_accessed=0)", why="an estimate"),
)

RULE = Rule(
    name="cost-estimate-not-instance",
    summary="`cost_estimate` is no `pl.CostEstimate`.",
    page=__doc__,
    targets=("pallas.pallas_call",),
    guard="cost_estimate",
    accepts="a `pl.CostEstimate` or `None`",
    since="0.10.0",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
