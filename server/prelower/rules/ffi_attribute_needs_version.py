"""# ffi-attribute-needs-version

## What it does
Reports keyword arguments of the function that `jax.ffi.ffi_call(...)` returns where `custom_call_api_version` is
below 4.

## Why JAX rejects it
Attributes are a thing of the typed FFI, which is version 4. Older targets read one text: `legacy_backend_config`.

## When it fires
At lowering: `ValueError`.

## Example
```python
jax.ffi.ffi_call("scale", out, custom_call_api_version=2)(x, factor=2)
```

## Use instead
```python
jax.ffi.ffi_call("scale", out, custom_call_api_version=2, legacy_backend_config="2")(x)
```

## Fix safety
There is no fix: whether the target is of the old API or the new one, only its author knows.

## Limits
Silent where the version is not known.

## Since
Since JAX 0.4.36.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Known, What

MESSAGE = "The use of ffi_call attributes requires a custom call API version of at least 4; got api_version={}."
VERSION = "custom_call_api_version"


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The first attribute of each call of what `ffi_call` gave, where its version is below 4."""
    version = checks.only(call.arguments.get(VERSION))
    value = version.value if isinstance(version, Known) else None
    if not isinstance(value, (int, float)) or value >= 4:
        return
    for result in calls.results(call):
        for name, given in result.arguments.items():
            if not name.startswith("*"):
                yield Subject(given, name, beside=value, shown="item")
                break


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on an attribute: none passes."""
    if jax.at_least("0.4.36") is False:
        return None
    return Verdict(MESSAGE.format(subject.beside), plain=True)


EXAMPLES = (
    Example("ffi_attributes_old:a", "1", MESSAGE.format(2), shown="a=1"),
    Example("ffi_attributes:a", "1", why="version 4, as it is by default"),
)

RULE = Rule(
    name="ffi-attribute-needs-version",
    summary="An attribute of an FFI call whose API version takes none.",
    page=__doc__,
    targets=("ffi.ffi_call",),
    guard="attributes",
    accepts="attributes from `custom_call_api_version` 4 on",
    since="0.4.36",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
