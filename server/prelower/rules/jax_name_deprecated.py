"""# jax-name-deprecated

## What it does
Warns of a name of JAX that the JAX at hand still has and itself warns of. The name is shown struck through, and the
message says from which release on it is gone, where that is known.

## Why JAX rejects it
It does not yet: it warns, in its own words, and takes the name away some releases later.

## When it fires
When the line runs: a `DeprecationWarning`, which Python shows in the main module and in tests only.

## Example
```python
pltpu.TPUCompilerParams(vmem_limit_bytes=2**24)
```

## Use instead
```python
pltpu.CompilerParams(vmem_limit_bytes=2**24)
```

## Fix safety
As in `jax-name-missing`: safe for a renamed class, which takes the same arguments.

## Limits
Only names are looked at that some release has no more or warns of. Code that tells releases apart is left alone.

## Since
Each name has its own releases; they are read from the installed JAX, else from a table of all releases from 0.4.30 on.
"""

from __future__ import annotations

from collections.abc import Sequence

from prelower.findings import WARNING
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.jax_name_missing import ATTRIBUTE, IMPORTED, MODULE, mend_in, note_on, subjects
from prelower.values.model import Call, What

FALLBACK = "{} is deprecated"


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """What JAX says on a name that it will take away; None where it does not warn of it."""
    found = jax.resolve(call.callee)
    if not found.exists or not found.deprecated:
        return None
    said = found.message or FALLBACK.format(call.callee)
    gone = jax.gone_in(call.callee)
    notes = [f"JAX {gone} does not have it" if gone else None, note_on(call.callee, jax)]
    note = "; ".join(n for n in notes if n)
    return Verdict(said, note=note or None, severity=WARNING, plain=True, early=True, deprecated=True)


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """None here: see `mend_in`."""
    return None


_TPU = "from jax.experimental.pallas import tpu as pltpu\n"


def _old(line: str, shown: str, said: str, fixed: str | None, release: str) -> Example:
    return Example("name", line, said, fixed, shown=shown, severity=WARNING, release=release)


EXAMPLES = (
    _old(f"{_TPU}params = pltpu.TPUCompilerParams()", "pltpu.TPUCompilerParams",
         "TPUCompilerParams is deprecated, use CompilerParams instead.", "params = pltpu.CompilerParams()", "0.6.2"),
    _old("from jax.interpreters import mlir\nf = mlir.custom_call", "mlir.custom_call",
         "mlir.custom_call is deprecated and will be removed in JAX v0.8.0; use the APIs provided by jax.ffi instead.",
         None, "0.7.2"),
    _old("from jax.experimental import pallas as pl\nload = pl.load", "pl.load",
         "pl.load is deprecated, use ``ref[idx]`` or a backend-specific loading API instead.", None, "0.8.3"),
    Example("name", f"{_TPU}params = pltpu.CompilerParams()", why="the name that took its place"),
    Example("name", f"{_TPU}Params = getattr(pltpu, 'CompilerParams', None) or pltpu.TPUCompilerParams",
            why="the old name is reached in old releases only", release="0.6.2"),
)  # fmt: skip

RULE = Rule(
    name="jax-name-deprecated",
    summary="A name of JAX that a later release does not have.",
    page=__doc__,
    targets=(ATTRIBUTE, IMPORTED, MODULE),
    guard="names",
    accepts="the names that JAX does not warn of",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    mend_in=mend_in,
    examples=EXAMPLES,
)
