"""# vmap-method-unknown

## What it does
Reports a `vmap_method` of `jax.ffi.ffi_call` that is none of `sequential`, `sequential_unrolled`, `expand_dims`,
`broadcast_all` and `legacy_vectorized`.

## Why JAX rejects it
JAX looks the word up in a list before it makes the call, whether or not the call is ever mapped.

## When it fires
When `ffi_call` is called: `ValueError`.

## Example
```python
jax.ffi.ffi_call("scale", out, vmap_method="sequental")(x)
```

## Use instead
```python
jax.ffi.ffi_call("scale", out, vmap_method="sequential")(x)
```

## Fix safety
Unsafe: the nearest word need not be what was meant.

## Limits
Texts that are not known are left alone.

## Since
In every JAX release that has the parameter, from 0.4.35 on; the list has grown.
"""

from __future__ import annotations

from collections.abc import Sequence

from prelower.rules import checks
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict, Words
from prelower.rules.releases import in_release
from prelower.rules.words import nearest
from prelower.values.model import Call, Known, What

METHODS = ["sequential", "sequential_unrolled", "expand_dims", "broadcast_all", "legacy_vectorized", None]
_ALLOWED = (("0.4.35", [method for method in METHODS if method != "sequential_unrolled"]), ("0.5.1", METHODS))
MESSAGE = "vmap_method must be on of the allowed methods {}, but got: {}"
subjects = checks.given(ffi__ffi_call=["vmap_method"])


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a method; None where it is one of the list or not known."""
    allowed = in_release(jax, _ALLOWED) if jax.version else METHODS
    if checks.is_none(what) or allowed is None or not checks.built_in(what):
        return None
    value = what.value if isinstance(what, Known) else None
    if value is None or value in allowed:
        return None
    return Verdict(MESSAGE.format(allowed, value), early=True)


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """The method that is most like it."""
    value = whats[0].value if len(whats) == 1 and isinstance(whats[0], Known) else None
    meant = nearest(value, [m for m in METHODS if m]) if isinstance(value, str) and text[:1] in "\"'" else None
    return Intent("replace", f'Write `"{meant}"`', False, f'"{meant}"') if meant else None


def _says(value: str) -> str:
    return MESSAGE.format(METHODS, value)


EXAMPLES = (
    Example("ffi:vmap_method", '"sequental"', _says("sequental"), '"sequential"', False),
    Example("ffi:vmap_method", '"parallel"', _says("parallel")),
    Example("ffi:vmap_method", "True", _says("True")),
    Example("ffi:vmap_method", "1", _says("1")),
    Example("ffi:vmap_method", '"expand_dims"', why="one of the list"),
    Example("ffi:vmap_method", "None", why="none: mapping the call is an error then"),
)

RULE = Rule(
    name="vmap-method-unknown",
    summary="`vmap_method` of `ffi_call` is none of the methods there are.",
    page=__doc__,
    targets=("ffi.ffi_call",),
    guard="vmap_method",
    accepts="one of the methods, or `None`",
    since="0.4.35",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
    words={"ffi.ffi_call.vmap_method": Words(tuple(m for m in METHODS if m))},
)
