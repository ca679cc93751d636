"""# parameter-traced

## What it does
Reports an argument of a function under `jax.jit` that is given to JAX where a plain value must stand: as an attribute
of an FFI call, or as a compiler parameter.

## Why JAX rejects it
Inside a jitted function its arguments are tracers, which have no value yet. Attributes and compiler parameters are part
of the program that is being made, so they must be known by then, and must have a hash, which tracers have not.

## When it fires
When the call is traced: `TypeError`. `interpret=True` makes no difference.

## Example
```python
@jax.jit
def normalize(x, eps):
    return jax.ffi.ffi_call("normalize", x)(x, eps=eps)
```

## Use instead
```python
@functools.partial(jax.jit, static_argnames=("eps",))
def normalize(x, eps):
    return jax.ffi.ffi_call("normalize", x)(x, eps=eps)
```

## Fix safety
There is no fix: whether the function is to be compiled anew for each value, or the value is to become an operand, only
the author knows.

## Limits
Arguments that are handed on as they are, of functions whose decorator is seen; a parameter with a default is none where
the default is taken, and is left alone.

## Since
Since JAX 0.7.0 in these words. Before, `vmem_limit_bytes` "must be an int", and other parameters are left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.rules import checks, messages
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Call, Unknown, What

ATTRIBUTE = "Non-hashable keyword argument to ffi_call {}: {}"
NOTE = "an argument of a function under jax.jit has no value yet: name it in static_argnames"
_ATTRIBUTES = "ffi.ffi_call()"
_CLASS = "jax._src.interpreters.partial_eval.DynamicJaxprTracer"
_OF_ATTRIBUTES = (
    ("0.4.34", f"No attribute handler defined for type: <class '{_CLASS}'>"),
    ("0.4.36", ATTRIBUTE),
)
_OF_OTHERS = (("0.4.30", None), ("0.7.0", messages.UNHASHABLE))
_OF_FIELDS: dict[str, Sequence[tuple[str, str | None]]] = {
    "vmem_limit_bytes": (
        ("0.4.30", f"vmem_limit_bytes must be an int: provided with a <class '{_CLASS}'>."),
        ("0.7.0", messages.UNHASHABLE),
    ),
    "flags": (("0.4.30", None), ("0.4.33", "DynamicJaxprTracer has no attribute items")),
    "dimension_semantics": (("0.4.30", None),),
    "allow_input_fusion": (("0.4.30", None),),
}


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The attributes or parameters by their names."""
    for name, given in call.arguments.items():
        if not name.startswith("*"):
            yield Subject(given, name, beside=name)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a tracer; None for everything else."""
    if not isinstance(what, Unknown) or not what.traced:
        return None
    said = in_release(jax, _said(call.target, subject.beside))
    return Verdict(said.format(subject.beside, messages.SOURCE), note=NOTE, plain=True, early=True) if said else None


def _said(target: str, name: str) -> Sequence[tuple[str, str | None]]:
    """What each release says; nothing of what is gone through item by item, for which there may be items."""
    if target == _ATTRIBUTES:
        return _OF_ATTRIBUTES
    return _OF_FIELDS.get(name, _OF_OTHERS) if target == "tpu.CompilerParams" else _OF_OTHERS


EXAMPLES = (
    Example("traced", "limit", messages.UNHASHABLE),
    Example("traced", "x.shape[0] * 2**17", why="a shape is known while it is traced"),
    Example("traced", "chosen", why="its name is among static_argnames"),
)

RULE = Rule(
    name="parameter-traced",
    summary="An argument of a jitted function is given where JAX wants a plain value.",
    page=__doc__,
    targets=(_ATTRIBUTES, "tpu.CompilerParams", "triton.CompilerParams", "mosaic_gpu.CompilerParams"),
    guard="ffi.attribute.unhashable",
    accepts="a plain value, known while JAX traces",
    since="0.4.34",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
