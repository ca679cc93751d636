"""# scratch-shape-wrong

## What it does
Reports items of `scratch_shapes` of `pallas_call`, `pl.GridSpec` and `pltpu.PrefetchScalarGridSpec` that are numbers,
texts, shapes or `jax.ShapeDtypeStruct`.

## Why JAX rejects it
A scratch lies in a memory space, so that a shape and a type do not describe it: `pltpu.VMEM(shape, dtype)`,
`pltpu.SMEM(shape, dtype)` and semaphores do.

## When it fires
While tracing: `AttributeError`. `interpret=True` makes no difference.

## Example
```python
pl.pallas_call(kernel, scratch_shapes=[jax.ShapeDtypeStruct((8, 128), jnp.float32)], ...)
```

## Use instead
```python
pl.pallas_call(kernel, scratch_shapes=[pltpu.VMEM((8, 128), jnp.float32)], ...)
```

## Fix safety
There is no fix: the memory space is the author's choice.

## Limits
What is not known is left alone.

## Since
In every JAX release that has the parameter.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Array, Call, What
from prelower.values.model import Sequence as Items

MESSAGE = "'{}' object has no attribute 'get_ref_aval'"
_NO_SEQUENCE = (("0.4.34", "'{}' object is not iterable"), ("0.10.0", MESSAGE))
_NUMBERS = ("int", "float", "bool")
_NEVER = ("int", "float", "str", "bool", "bytes")


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """Each scratch."""
    given = call.arguments.get("scratch_shapes")
    if given is not None:
        yield Subject(given, "scratch_shapes")
        for possible, item in checks.items_of(given):
            yield Subject(item, "scratch_shapes[...]", container=possible)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a scratch; None where it passes or is not known."""
    if isinstance(what, Array) and what.cls.name == "jax.ShapeDtypeStruct":
        return Verdict(MESSAGE.format("ShapeDtypeStruct"), early=True)
    name = checks.built_in(what)
    if isinstance(what, Items) and subject.label != "scratch_shapes" and what.items:  # the leaves of a tree
        first = what.items[0]
        name = checks.built_in(first[0].what) if len(first) == 1 and name in ("tuple", "list") else None
    if name not in _NEVER:
        return None
    said = in_release(jax, _NO_SEQUENCE) if subject.label == "scratch_shapes" and name in _NUMBERS else MESSAGE
    return Verdict(said.format(name), early=True) if said else None


EXAMPLES = (
    Example("pallas:scratch_shapes", "5", MESSAGE.format("int")),
    Example("pallas:scratch_shapes", "[5]", MESSAGE.format("int")),
    Example("pallas:scratch_shapes", "[(8, 128)]", MESSAGE.format("int")),
    Example(
        "pallas:scratch_shapes", "[jax.ShapeDtypeStruct((8, 128), jnp.float32)]", MESSAGE.format("ShapeDtypeStruct")
    ),
    Example("pallas:scratch_shapes", "[]", why="no scratch"),
    Example("pallas:scratch_shapes", "()", why="no scratch"),
)

RULE = Rule(
    name="scratch-shape-wrong",
    summary="A scratch of a Pallas kernel is not described as one.",
    page=__doc__,
    targets=("pallas.pallas_call", "pallas.GridSpec", "tpu.PrefetchScalarGridSpec"),
    guard="scratch_shapes",
    accepts="memory spaces called with a shape and a type",
    since="0.4.34",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
