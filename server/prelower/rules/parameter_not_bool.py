"""# parameter-not-bool

## What it does
Reports a value that is no `bool` where one is wanted: the switches of `pltpu.CompilerParams`
(`disable_bounds_checks`, `disable_semaphore_checks`, `skip_device_barrier`, `needs_layout_passes`,
`shape_invariant_numerics`), `has_side_effects`, `skip_device_barrier` of the Mosaic GPU parameters, and
`has_side_effect` of `ffi_call`, `ffi_lowering` and `custom_call`.

## Why JAX rejects it
`has_side_effects` is compared with the two bools and the members of `SideEffectType`. `has_side_effect` becomes an
MLIR attribute, whose binding takes nothing but a `bool`, not even `np.bool_`. The other switches are not checked: JAX
writes what the value prints into the configuration, where the compiler reads `true` or `false`.

## When it fires
At lowering: `ValueError` for `has_side_effects`, `TypeError` from the MLIR bindings for `has_side_effect`. The
switches fail when the program is compiled for a TPU, with an error about JSON that does not name them; they are
reported as warnings. None of it is seen with `interpret=True`.

## Example
```python
pltpu.CompilerParams(disable_bounds_checks=1)
```

## Use instead
```python
pltpu.CompilerParams(disable_bounds_checks=True)
```

## Fix safety
`0`, `1` and numpy bools are safe to turn into a bool. Other values have no fix.

## Limits
A value that does not switch anything on passes where JAX does not write it: `disable_bounds_checks=0`, `None`.

## Since
`has_side_effect` since JAX 0.5.0, `has_side_effects` since 0.8.1, each switch since it exists.
"""

from __future__ import annotations

from collections.abc import Sequence

from prelower.findings import WARNING
from prelower.rules import checks
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict, Words
from prelower.rules.releases import in_release
from prelower.values.model import Call, ClassInfo, Known, What
from prelower.values.render import text_of

SIDE_EFFECTS = "Invalid side effect type: {}"
_SIDE_EFFECTS = (("0.5.1", checks.BOOL_WANTED), ("0.8.1", SIDE_EFFECTS))
WRITTEN = "{}={} is not a bool"
_BOOLS = Words(values=("True", "False"))
NOTE = "the compiler gets `{}` where it reads true or false"
SWITCHES = ["disable_bounds_checks", "disable_semaphore_checks", "skip_device_barrier", "needs_layout_passes",
            "shape_invariant_numerics"]  # fmt: skip
_NO_TRUTH = tuple(f"builtins.{name}" for name in "str bytes list tuple dict set".split())
"""What the bindings could make no bool of up to 0.4.38; numbers and `None` they could."""
_NEGATIVE = "shape_invariant_numerics"
"""The switch that is written where it is off."""

FIELDS = {
    "tpu.CompilerParams": [*SWITCHES, "has_side_effects"],
    "mosaic_gpu.CompilerParams": ["skip_device_barrier"],
    "ffi.ffi_call": ["has_side_effect"],
    "ffi.ffi_lowering": ["has_side_effect"],
    "mlir.custom_call": ["has_side_effect"],
}
subjects = checks.given(**FIELDS)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict, or the compiler's, on something that is no bool."""
    cls = checks.sure_class(what)
    if cls is None or cls.name == "builtins.bool":
        return None
    if call.target != "tpu.CompilerParams":
        return _attribute(what, cls, call, jax)
    unhashed = checks.unhashed(what, jax)
    if unhashed is not None:
        return unhashed
    if subject.label == "has_side_effects" and (not checks.is_none(what) or jax.at_least("0.8.1")):
        said = in_release(jax, _SIDE_EFFECTS)
        return Verdict(said.format(checks.printed_value(what))) if said else None
    return _switch(what, subject.label)


def _attribute(what: What, cls: ClassInfo, call: Call, jax: JaxView) -> Verdict | None:
    if jax.at_least("0.4.34") is False:
        return None
    unhashed = checks.unhashed(what, jax) if call.target == "ffi.ffi_call" else None
    if unhashed is not None:
        return unhashed
    if jax.at_least("0.5.0") is False and not cls.derives(*_NO_TRUTH):
        return None
    return Verdict(checks.BOOL_WANTED, note="an MLIR attribute that is a bool is made of a `bool` only")


def _switch(what: What, name: str) -> Verdict | None:
    """What is written where the switch is on, or off for the one that is on by itself, must be true or false."""
    text = text_of(what)
    value = _truth(what)
    if text is None or value is None or value == (name == _NEGATIVE) or text.lower() in ("true", "false"):
        return None
    return Verdict(WRITTEN.format(name, text), note=NOTE.format(text.lower()), severity=WARNING)


def _truth(what: What) -> bool | None:
    if isinstance(what, Known):
        return bool(what.value)
    number = checks.plain_number(what)
    return bool(number) if number is not None else None


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """The bool that is as true."""
    if len(whats) == 1 and isinstance(whats[0], Known) and whats[0].value in (0, 1):
        return Intent("replace", f"Write `{bool(whats[0].value)}`", True, str(bool(whats[0].value)))
    numbers = ("builtins.int", "numpy.bool", "numpy.integer")
    classes = [checks.sure_class(what) for what in whats]
    if all(cls is not None and cls.derives(*numbers) for cls in classes):
        return Intent("wrap", "Convert it with `bool(...)`", True, "bool")
    return None


EXAMPLES = (
    Example("tpu:has_side_effects", "1", SIDE_EFFECTS.format("1"), "True"),
    Example("tpu:has_side_effects", "None", SIDE_EFFECTS.format("None")),
    Example("tpu:has_side_effects", '"pure"', SIDE_EFFECTS.format("pure")),
    Example("tpu:has_side_effects", "np.bool_(True)", SIDE_EFFECTS.format("True"), "bool(np.bool_(True))"),
    Example("ffi:has_side_effect", "1", checks.BOOL_WANTED, "True"),
    Example("ffi:has_side_effect", "np.bool_(True)", checks.BOOL_WANTED, "bool(np.bool_(True))"),
    Example("lowering:has_side_effect", "0", checks.BOOL_WANTED, "False"),
    Example("mosaic_gpu:skip_device_barrier", "1", checks.BOOL_WANTED, "True"),
    Example("tpu:disable_bounds_checks", "1", WRITTEN.format("disable_bounds_checks", 1), "True", severity=WARNING),
    Example("tpu:needs_layout_passes", '"a"', WRITTEN.format("needs_layout_passes", "a"), severity=WARNING),
    Example("tpu:shape_invariant_numerics", "0", WRITTEN.format("shape_invariant_numerics", 0), "False",
            severity=WARNING),
    Example("tpu:disable_bounds_checks", "np.bool_(True)", why="prints as a bool"),
    Example("tpu:disable_bounds_checks", "0", why="not written at all"),
    Example("tpu:has_side_effects", "pltpu.SideEffectType.PURE", why="a member of SideEffectType"),
    Example("ffi:has_side_effect", "True", why="a bool"),
)  # fmt: skip

RULE = Rule(
    name="parameter-not-bool",
    summary="A parameter that is read as a bool is none.",
    page=__doc__,
    targets=tuple(FIELDS),
    guard="bool",
    accepts="`True` or `False`",
    since="0.5.0",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
    words={f"{target}.{name}": _BOOLS for target, names in FIELDS.items() for name in names},
)
