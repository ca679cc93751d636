"""# parameter-not-str

## What it does
Reports a value that is no text where one is wanted: the `name` of `pallas_call`, the target's name of `ffi_call` and
`custom_call`, and the `name` of `register_ffi_target`.

## Why JAX rejects it
The name of a kernel is searched with a regular expression; the name of a target becomes an MLIR attribute, whose
binding takes `str` and `bytes` only.

## When it fires
While tracing for `pallas_call`, at lowering for `ffi_call` and `custom_call`: `TypeError`. When it is called for
`register_ffi_target`, once a backend is running.

## Example
```python
jax.ffi.ffi_call(7, out)(x)
```

## Use instead
```python
jax.ffi.ffi_call("7", out)(x)
```

## Fix safety
There is no fix.

## Limits
Values that are not known are left alone.

## Since
In every JAX release. An empty name of a kernel fails in 0.4.33 to 0.4.35; before, any text or bytes was a name.
"""

from __future__ import annotations

from prelower.rules import checks
from prelower.rules.base import Example, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Known, What

SEARCHED = "expected string or bytes-like object, got '{}'"
EMPTY = "Unable to parse module assembly:"
SEARCHED_BYTES = "cannot use a string pattern on a bytes-like object"
REGISTERED = (
    "register_custom_call_target(): incompatible function arguments. The following argument types are supported:"
)
_NEVER = ("int", "float", "bool", "NoneType", "list", "tuple", "dict", "set", "complex")
subjects = checks.given(
    pallas__pallas_call=["name"],
    ffi__ffi_call=["target_name"],
    mlir__custom_call=["call_target_name"],
    ffi__register_ffi_target=["name"],
    triton__CompilerParams=["serialized_metadata"],
)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on something that is no text; None where it is one or that is not known."""
    name = checks.built_in(what)
    if call.target == "pallas.pallas_call":
        return _of_kernel(what, name, jax)
    if call.target == "triton.CompilerParams":
        return Verdict(checks.BOOL_WANTED) if name in _NEVER and name != "NoneType" else None
    if name not in _NEVER:
        return None
    if call.target == "ffi.register_ffi_target":
        return Verdict(REGISTERED if name == "NoneType" else checks.BAD_CAST, early=True)
    unhashed = checks.unhashed(what, jax) if call.target == "ffi.ffi_call" else None
    if unhashed is not None:
        return unhashed
    return Verdict(checks.BOOL_WANTED)


def _of_kernel(what: What, name: str | None, jax: JaxView) -> Verdict | None:
    if jax.at_least("0.4.33") is False:  # it was a text in the program, and no name there
        return Verdict(checks.BOOL_WANTED) if name in _NEVER and name != "NoneType" else None
    if isinstance(what, Known) and what.value == "" and jax.version is not None and not jax.at_least("0.4.36"):
        return Verdict(EMPTY, note="the name of a kernel is the name of a function in MLIR")
    return _searched(name)


def _searched(name: str | None) -> Verdict | None:
    if name == "bytes":
        return Verdict(SEARCHED_BYTES, early=True)
    return Verdict(SEARCHED.format(name), early=True) if name in _NEVER and name != "NoneType" else None


EXAMPLES = (
    Example("pallas:name", "1", SEARCHED.format("int")),
    Example("pallas:name", 'b"a"', SEARCHED_BYTES),
    Example("ffi:target_name", "1", checks.BOOL_WANTED),
    Example("ffi:target_name", "None", checks.BOOL_WANTED),
    Example("custom_call:call_target_name", "1", checks.BOOL_WANTED),
    Example("pallas:name", '"add one"', why="a text"),
    Example("pallas:name", "None", why="the kernel's own name"),
    Example("ffi:target_name", 'b"scale"', why="bytes"),
)

RULE = Rule(
    name="parameter-not-str",
    summary="A parameter that is read as a text is none.",
    page=__doc__,
    targets=(
        "pallas.pallas_call",
        "ffi.ffi_call",
        "mlir.custom_call",
        "ffi.register_ffi_target",
        "triton.CompilerParams",
    ),
    guard="str",
    accepts="a `str`",
    since="0.4.35",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
