"""# register-target-wrong

## What it does
Reports a `fn` of `jax.ffi.register_ffi_target` that is no `PyCapsule` and no dict of them: a number, a text, `None`,
a list, or a dict without `execute`.

## Why JAX rejects it
XLA takes a capsule, as `jax.ffi.pycapsule(library.symbol)` makes, or a dict from the names of the stages to capsules.

## When it fires
When it is called, where the backend of the platform is running already. Else the registration waits, and the error
comes when the backend is started: `Unable to initialize backend`.

## Example
```python
jax.ffi.register_ffi_target("scale", "libscale.so")
```

## Use instead
```python
jax.ffi.register_ffi_target("scale", jax.ffi.pycapsule(library.Scale))
```

## Fix safety
There is no fix.

## Limits
A function of `ctypes` is wrong, too, but not known to the rule.

## Since
In every JAX release that has the function.
"""

from __future__ import annotations

from prelower.rules import checks
from prelower.rules.base import Example, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Known, Mapping, What

TYPE = "INVALID_ARGUMENT: Unsupported custom call target type for api_version={}"
STAGE = "INVALID_ARGUMENT: FFI handler for {} on a platform Host must provide an execute implementation"
NO_CAPSULES = (
    "INVALID_ARGUMENT: Custom call target registration with api_version={} requires a PyCapsule fn object for all dict"
    " keys"
)
ARGUMENTS = (
    "register_custom_call_target(): incompatible function arguments. The following argument types are supported:"
)
subjects = checks.given(ffi__register_ffi_target=["fn"])


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """XLA's verdict on a handler; None where it passes or is not known."""
    version = checks.only(call.arguments.get("api_version")) or Known(1)
    number = version.value if isinstance(version, Known) else None
    if number not in (0, 1) or jax.at_least("0.4.31") is False:
        return None
    if checks.is_none(what):
        return Verdict(ARGUMENTS, early=True)
    if isinstance(what, Mapping):
        return _of_stages(what, call, int(number))
    wrong = checks.built_in(what) in ("int", "float", "str", "bytes", "bool", "list", "tuple")
    return Verdict(TYPE.format(int(number)), early=True) if wrong else None


def _of_stages(what: Mapping, call: Call, version: int) -> Verdict | None:
    keys = {getattr(entry.key, "value", None) for entry in what.entries}
    if what.rest or version != 1 or what.cls.name != "builtins.dict":
        return None
    if any(len(e.value) == 1 and checks.built_in(e.value[0].what) in ("int", "str") for e in what.entries):
        return Verdict(NO_CAPSULES.format(version), early=True)
    if None in keys or "execute" in keys:
        return None
    name = checks.only(call.arguments.get("name"))
    platform = checks.only(call.arguments.get("platform"))
    here = platform is None or isinstance(platform, Known) and platform.value == "cpu"
    return Verdict(STAGE.format(checks.printed_value(name)), early=True) if name is not None and here else None


EXAMPLES = (
    Example("register:fn", "1", TYPE.format(1)),
    Example("register:fn", '"libscale.so"', TYPE.format(1)),
    Example("register:fn", "None", ARGUMENTS),
    Example("register:fn", "{}", STAGE.format("scale")),
    Example("register:fn", "CAPSULE", why="a capsule"),
)

RULE = Rule(
    name="register-target-wrong",
    summary="`register_ffi_target` is given something that cannot be called.",
    page=__doc__,
    targets=("ffi.register_ffi_target",),
    guard="register_ffi_target",
    accepts="a `PyCapsule`, or a dict of them with `execute`",
    since="0.4.31",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
