"""# legacy-backend-config-needs-version

## What it does
Reports a `legacy_backend_config` of `jax.ffi.ffi_call(...)` without a `custom_call_api_version` below 4.

## Why JAX rejects it
Only targets of the old custom call API read a text. From version 4 on, which is the default, the configuration is made
of the keyword arguments that the returned function is called with.

## When it fires
When `ffi_call` is called: `ValueError`. Before JAX 0.6.0 when the function that it returns is called.

## Example
```python
jax.ffi.ffi_call("scale", out, legacy_backend_config="2")(x)
```

## Use instead
```python
jax.ffi.ffi_call("scale", out)(x, factor=2)
```

## Fix safety
There is no fix: whether the target is of the old API or the new one, only its author knows.

## Limits
Silent where the version or the configuration is not known. What the text may be is the business of
`backend-config-not-str`.

## Since
Checked in every JAX release from 0.4.36 on, with the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Known, Unknown, What

PARAMETER = "legacy_backend_config"
VERSION = "custom_call_api_version"
MESSAGE = "The use of the legacy_backend_config parameter requires custom_call_api_version < 4; got {}."


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The configuration, where it is given for a version from 4 on."""
    if PARAMETER in call.arguments and _version(call) is not None:
        yield Subject(call.arguments[PARAMETER], PARAMETER)


def _version(call: Call) -> int | float | None:
    """The API version where it is surely 4 or more; None where it is not."""
    given = call.arguments.get(VERSION)
    if given is None:
        return None if call.rest_unknown else 4
    what = given.value[0].what if len(given.value) == 1 else None
    value = what.value if isinstance(what, Known) else None
    return value if isinstance(value, (int, float)) and value >= 4 else None


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a configuration; None where there is none or it is not known."""
    if jax.at_least("0.4.36") is False or isinstance(what, Unknown):
        return None
    if isinstance(what, Known) and what.value is None:
        return None
    return Verdict(MESSAGE.format(_version(call)))


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """None: which API the target is of is not known."""
    return None


EXAMPLES = (
    Example("legacy_default", '"axis=1"', MESSAGE.format(4)),
    Example("legacy_default", 'b""', MESSAGE.format(4)),
    Example("legacy_default", "8", MESSAGE.format(4)),
    Example("legacy_default", "{}", MESSAGE.format(4)),
    Example("legacy_5", '"axis=1"', MESSAGE.format(5)),
    Example("legacy_default", "None", why="none at all"),
    Example("legacy", '"axis=1"', why="a version below 4"),
)

RULE = Rule(
    name="legacy-backend-config-needs-version",
    summary="`legacy_backend_config` without a `custom_call_api_version` below 4.",
    page=__doc__,
    targets=("ffi.ffi_call",),
    guard="ffi.legacy_backend_config",
    accepts="`None`, or any text with a `custom_call_api_version` below 4",
    since="0.4.36",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
