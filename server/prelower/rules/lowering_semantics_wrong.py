"""# lowering-semantics-wrong

## What it does
Reports a `lowering_semantics` of the Mosaic GPU parameters that is a text, a number or `None`.

## Why JAX rejects it
JAX looks its rules up by the member of `plgpu.LoweringSemantics`, `Lane` or `Warpgroup`, and finds none for anything
else.

## When it fires
At lowering: a `KeyError` that shows the key.

## Example
```python
plgpu.CompilerParams(lowering_semantics="lane")
```

## Use instead
```python
plgpu.CompilerParams(lowering_semantics=plgpu.LoweringSemantics.Lane)
```

## Fix safety
There is no fix: what the module is called in the file is not known to the rule.

## Limits
Values that are not known are left alone.

## Since
Since the field exists, JAX 0.6.0; the message as shown since the default changed in 0.11.0.
"""

from __future__ import annotations

from prelower.rules import checks
from prelower.rules.base import Example, JaxView, Rule, Subject, Verdict, Words
from prelower.values.model import Call, What

MESSAGE = "({}, <PrimitiveSemantics.Warpgroup: 2>)"
subjects = checks.given(mosaic_gpu__CompilerParams=["lowering_semantics"])


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on the semantics; None where it is a member or not known."""
    if not jax.at_least("0.6.0") or checks.built_in(what) not in ("str", "int", "bool", "NoneType", "float"):
        return None
    return Verdict(MESSAGE.format(checks.printed_repr(what)), note="give a member of plgpu.LoweringSemantics")


EXAMPLES = (
    Example("mosaic_gpu:lowering_semantics", '"lane"', MESSAGE.format("'lane'")),
    Example("mosaic_gpu:lowering_semantics", "1", MESSAGE.format(1)),
    Example("mosaic_gpu:lowering_semantics", "None", MESSAGE.format(None)),
    Example("mosaic_gpu:lowering_semantics", "plgpu.LoweringSemantics.Lane", why="a member"),
)

RULE = Rule(
    name="lowering-semantics-wrong",
    summary="`lowering_semantics` is no member of its enumeration.",
    page=__doc__,
    targets=("mosaic_gpu.CompilerParams",),
    guard="lowering_semantics",
    accepts="a member of `plgpu.LoweringSemantics`",
    since="0.11.0",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
    words={
        "mosaic_gpu.CompilerParams.lowering_semantics": Words(
            (), ("LoweringSemantics.Lane", "LoweringSemantics.Warpgroup")
        )
    },
)
