"""# compiler-params-not-instance

## What it does
Reports a `compiler_params` of `pallas_call`, `pl.kernel` or `plgpu.kernel` that is a dict, a class that nobody
called, the parameters of another backend, or anything else.

## Why JAX rejects it
The class of the object chooses the backend. A dict, which was right up to JAX 0.6.0, has no hash and stops JAX before
any check looks at it; for everything else there is an assertion without a word.

## When it fires
At lowering: `TypeError: unhashable type: 'dict'`, or an `AssertionError` whose message is empty. Not with
`interpret=True`.

## Example
```python
pl.pallas_call(kernel, out_shape=out, compiler_params=dict(mosaic=dict(vmem_limit_bytes=2**24)))
```

## Use instead
```python
pl.pallas_call(kernel, out_shape=out, compiler_params=pltpu.CompilerParams(vmem_limit_bytes=2**24))
```

## Fix safety
To call a class that was not called is safe: all its fields have defaults. A dict has no fix, since the name of the
module with the class need not be in the file.

## Limits
The Triton and the TPU class are both right for `pallas_call`, each on its own hardware, which the program does not
say. The mesh of `pl.kernel` is not looked at.

## Since
The text about the dict since JAX 0.9.2, the assertion since 0.10.0 for all of these. Older releases say other things,
or accept them.
"""

from __future__ import annotations

from collections.abc import Sequence

from prelower.rules import checks
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.classinfo import is_ours
from prelower.values.model import Call, Callable_, Mapping, Record, What

UNHASHABLE = "unhashable type: '{}'"
NO_INSTANCE = "compiler_params is no instance of {}"
_TAKES = {
    "pallas.pallas_call": ("tpu.CompilerParams", "triton.CompilerParams"),
    "pallas.kernel": ("tpu.CompilerParams", "mosaic_gpu.CompilerParams"),
    "mosaic_gpu.kernel": ("mosaic_gpu.CompilerParams",),
}
_WRITTEN = {
    "tpu.CompilerParams": "pltpu.CompilerParams",
    "triton.CompilerParams": "pltriton.CompilerParams",
    "mosaic_gpu.CompilerParams": "plgpu.CompilerParams (Mosaic GPU)",
}
_FIELDS_OF = {"mosaic": "tpu.CompilerParams", "mosaic_tpu": "tpu.CompilerParams", "triton": "triton.CompilerParams"}

subjects = checks.given(**{target.replace(".", "__"): ["compiler_params"] for target in _TAKES})


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on something that is no instance of the class; None where it is or that is not known."""
    if not jax.at_least("0.10.0") or checks.is_none(what):
        return None
    wanted = " or ".join(_WRITTEN[target] for target in _TAKES[call.target])
    if isinstance(what, Mapping):
        return _of_dict(what, wanted)
    name = checks.library(what)
    watched = jax.watched(name) if name else None
    if watched is not None and watched.target in _WRITTEN:
        return _asserted(wanted, "the class itself is given: call it")
    if isinstance(what, Record):
        return _of_object(what, call, wanted, jax)
    unhashed = checks.unhashed(what, jax)
    if unhashed is not None:
        return Verdict(NO_INSTANCE.format(wanted), raises=f"TypeError: {unhashed.documented}")
    if isinstance(what, Callable_):
        return _asserted(wanted) if what.kind == "function" else None
    cls = checks.sure_class(what)
    return _asserted(wanted) if cls is not None and is_ours(cls.name) else None


def _asserted(wanted: str, note: str | None = None) -> Verdict:
    return Verdict(NO_INSTANCE.format(wanted), raises="AssertionError: ", note=note)


def _of_dict(what: Mapping, wanted: str) -> Verdict | None:
    """A dict has no hash; the note names the class that its keys belong to."""
    kind = what.cls.name.removeprefix("builtins.")
    if kind not in ("dict", "collections.OrderedDict", "collections.defaultdict"):
        return None
    keys = {getattr(entry.key, "value", None) for entry in what.entries}
    target = next((_FIELDS_OF[k] for k in _FIELDS_OF if k in keys), None)
    return Verdict(UNHASHABLE.format(kind), note=f"give a {_WRITTEN[target] if target else wanted} of these fields")


def _of_object(what: Record, call: Call, wanted: str, jax: JaxView) -> Verdict | None:
    """An object of another of JAX's classes; one of the program's own may derive from anything."""
    watched = jax.watched(what.cls.name)
    if what.call is None or watched is None or watched.target in _TAKES[call.target]:
        return None
    return _asserted(
        wanted, f"{_WRITTEN[watched.target]} is of another backend" if watched.target in _WRITTEN else None
    )


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """The class, called."""
    names = [checks.library(what) for what in whats]
    if len(names) == 1 and names[0] is not None:
        return Intent("suffix", "Call the class", True, "()")
    return None


_TPU, _GPU = (
    " or ".join(_WRITTEN[target] for target in _TAKES[t]) for t in ("pallas.pallas_call", "mosaic_gpu.kernel")
)
_ASSERTS = "AssertionError: "
EXAMPLES = (
    Example("pallas:compiler_params", "dict(mosaic=dict(vmem_limit_bytes=2**24))", UNHASHABLE.format("dict")),
    Example("pallas:compiler_params", "{}", UNHASHABLE.format("dict")),
    Example("pallas_gpu:compiler_params", "dict(triton=dict(num_warps=4))", UNHASHABLE.format("dict")),
    Example("pallas:compiler_params", "pltpu.CompilerParams", NO_INSTANCE.format(_TPU), "pltpu.CompilerParams()",
            raises=_ASSERTS),
    Example("pallas:compiler_params", "5", NO_INSTANCE.format(_TPU), raises=_ASSERTS),
    Example("pallas_gpu:compiler_params", "plgpu.CompilerParams()", NO_INSTANCE.format(_TPU), raises=_ASSERTS),
    Example("mosaic_gpu_kernel:compiler_params", "pltriton.CompilerParams()", NO_INSTANCE.format(_GPU),
            raises=_ASSERTS),
    Example("pallas:compiler_params", "None", why="none at all"),
    Example("pallas:compiler_params", "pltpu.CompilerParams()", why="an instance"),
    Example("mosaic_gpu_kernel:compiler_params", "plgpu.CompilerParams()", why="the class of that backend"),
)  # fmt: skip

RULE = Rule(
    name="compiler-params-not-instance",
    summary="`compiler_params` is no instance of the CompilerParams class that belongs to the call.",
    page=__doc__,
    targets=tuple(_TAKES),
    guard="compiler_params",
    accepts="an instance of the backend's `CompilerParams` or `None`",
    since="0.10.0",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
