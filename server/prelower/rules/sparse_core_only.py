"""# sparse-core-only

## What it does
Reports `use_tc_tiling_on_sc` and `opt_level` of `pltpu.CompilerParams` where the parameters are given to
`pallas_call`.

## Why JAX rejects it
A `pallas_call` is always a kernel of the TensorCore. Both fields are for the kernels of the SparseCore, which
`pl.kernel` makes with a mesh of its subcores.

## When it fires
At lowering: `ValueError`. Not with `interpret=True`.

## Example
```python
pl.pallas_call(kernel, out_shape=out, compiler_params=pltpu.CompilerParams(opt_level=3))
```

## Use instead
```python
pl.pallas_call(kernel, out_shape=out, compiler_params=pltpu.CompilerParams())
```

## Fix safety
Unsafe: to leave the field out.

## Limits
Parameters that are not seen to reach a `pallas_call` are left alone.

## Since
Since JAX 0.8.2 for `use_tc_tiling_on_sc`, in these words since 0.10.0; 0.11.0 for `opt_level`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.rules import checks
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Call, Unknown, What

TILING = "use_tc_tiling_on_sc= is not supported for TC kernels"
OPT_LEVEL = "explicit opt_level is only supported for SparseCore kernels."
_FIELDS = {
    "use_tc_tiling_on_sc": (
        ("0.8.2", "use_tc_tiling_on_sc= is only supported for SC_*_SUBCORE kernels"),
        ("0.10.0", TILING),
    ),
    "opt_level": (("0.11.0", OPT_LEVEL),),
}


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The fields, where all that is given the parameters is a `pallas_call`."""
    users = calls.users(call)
    if users and all(user.target == "pallas.pallas_call" for user in users):
        for name in _FIELDS:
            if name in call.arguments:
                yield Subject(call.arguments[name], name)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a field: only None passes."""
    said = in_release(jax, _FIELDS[subject.label]) if jax.version else None
    if said is None or checks.is_none(what) or isinstance(what, Unknown) or checks.without_hash(what):
        return None
    return Verdict(said) if subject.label != "use_tc_tiling_on_sc" or not _on_sparse_core(call) else None


def _on_sparse_core(call: Call) -> bool:
    """Whether the parameters name a kind of kernel, which they could up to 0.10.0."""
    return call.rest_unknown or "kernel_type" in call.arguments


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """Without the field."""
    return Intent("drop", f"Leave `{subject.label}` out", False)


EXAMPLES = (
    Example("tpu:use_tc_tiling_on_sc", "True", TILING, "", False),
    Example("tpu:use_tc_tiling_on_sc", "False", TILING, "", False),
    Example("tpu:opt_level", "3", OPT_LEVEL, "", False),
    Example("tpu:opt_level", "None", why="left to the compiler"),
)

RULE = Rule(
    name="sparse-core-only",
    summary="A field of the TPU parameters that only SparseCore kernels take.",
    page=__doc__,
    targets=("tpu.CompilerParams",),
    guard="sparse_core",
    accepts="`None` for a kernel of the TensorCore",
    since="0.8.2",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
