"""# ffi-operands-inline

## What it does
Warns of operands and attributes that are given to `ffi_call` itself, with a JAX that still takes them there, and
reports them where what it then gives is called.

## Why JAX rejects it
Up to 0.5.3 it called the target at once and warned, for each keyword that it did not know too: `has_side_effects`,
and in 0.4.35 `input_output_aliases`, are such. What came of that is the result, and no function. From 0.6.0 on
`ffi_call` only makes the function that the operands and attributes are given to, and takes two arguments by position.

## When it fires
When the line runs: a `DeprecationWarning`, and a `TypeError` where the result is called.

## Example
```python
jax.ffi.ffi_call("scale", out, x, factor=2)
```

## Use instead
```python
jax.ffi.ffi_call("scale", out)(x, factor=2)
```

## Fix safety
There is no fix.

## Limits
With JAX 0.6.0 and newer this is an error, which `unknown-keyword` reports. The error is told of as it is in a function
that is traced.

## Since
From JAX 0.4.35 to 0.5.3.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.findings import WARNING
from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Argument, Call, Known, Possible, Unknown, What
from prelower.values.model import Sequence as Items

MESSAGE = (
    "Calling ffi_call directly with input arguments is deprecated. Instead, ffi_call should be used to construct a"
    " callable, which can then be called with the appropriate inputs. For example,"
)
CALLED = "'{}' object is not callable"
_SAID = (("0.4.35", MESSAGE), ("0.6.0", None))
_OF_TUPLE = (("0.4.35", "list"), ("0.4.36", None), ("0.5.3", "tuple"))
"""What comes of results in a tuple; which release was the first to keep it was not asked."""
_PERHAPS = ("perhaps not given", "not given there")
_NOTES = {
    "has_side_effects": "did you mean `has_side_effect`?",
    "api_version": "did you mean `custom_call_api_version`, which there is from JAX 0.4.36 on?",
}


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The call, where an operand is given to it; else what is given by name."""
    called = any(result.under == call.under and not result.quiet for result in calls.results(call))
    if any(name.startswith("*") for name in call.arguments):
        yield Subject(Argument((Possible(Known(None)),), call.site), "operands", beside=called)
        return
    for name, given in call.arguments.items():
        yield Subject(given, name, beside=called, shown="item")


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's words on an operand in that place, or on the first keyword that is no parameter."""
    said = in_release(jax, _SAID)
    if said is None or subject.label != "operands" and not _is_first(subject.label, call, jax):
        return None
    kind = _kind(call, jax) if subject.beside else None
    if kind is not None:
        note = _NOTES.get(subject.label, "this JAX called the target at once; JAX 0.6.0 and newer do not")
        return Verdict(CALLED.format(kind), note=note, plain=True, early=True)
    note = _NOTES.get(subject.label, "JAX 0.6.0 does not take it; write ffi_call(...)(...)")
    return Verdict(said, note=note, severity=WARNING, plain=True, early=True, deprecated=True)


def _is_first(name: str, call: Call, jax: JaxView) -> bool:
    watched = jax.watched(call.callee)
    if watched is None or not watched.var_keyword or not watched.parameters:
        return False
    others = (n for n, given in call.arguments.items() if n not in watched.parameters and not _may_lack(given))
    return name == next(others, None)


def _may_lack(given: Argument) -> bool:
    return any(isinstance(p.what, Unknown) and p.what.reason in _PERHAPS for p in given.value)


def _kind(call: Call, jax: JaxView) -> str | None:
    """The class of what comes of the call; None where that is not known."""
    what = checks.only(call.arguments.get("result_shape_dtypes"))
    if isinstance(what, Items):
        kinds = {"builtins.list": "list", "builtins.tuple": in_release(jax, _OF_TUPLE)}
        return kinds.get(what.cls.name)
    cls = checks.sure_class(what) if what is not None else None
    return "DynamicJaxprTracer" if cls is not None and cls.name == "jax.ShapeDtypeStruct" else None


_CALL = 'jax.ffi.ffi_call("scale", jax.ShapeDtypeStruct((8, 128), jnp.float32), x)'
_TRACER = CALLED.format("DynamicJaxprTracer")
EXAMPLES = (
    Example("ffi_inline", "x", MESSAGE, severity=WARNING, release="0.5.3", shown=_CALL),
    Example("ffi:has_side_effects", "True", _TRACER, release="0.5.3", shown="has_side_effects=True"),
    Example("ffi:eps", "1e-5", _TRACER, release="0.5.3", shown="eps=1e-5"),
    Example("ffi:has_side_effect", "True", why="a parameter", release="0.5.3"),
    Example("ffi_attributes:a", "1", why="the operand is given to what ffi_call returns", release="0.5.3"),
)

RULE = Rule(
    name="ffi-operands-inline",
    summary="Operands are given to `ffi_call` itself, which later releases do not take.",
    page=__doc__,
    targets=("ffi.ffi_call",),
    guard="ffi_call",
    accepts="a name and a description of the results",
    since="0.4.35",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
