"""# flag-value-not-scalar

## What it does
Reports a value in the `flags` of `pltpu.CompilerParams` that is no `bool`, `int` or `float`.

## Why JAX rejects it
Each flag is written for the TPU compiler as a boolean, an integer or a double. JAX picks by `isinstance` and has no
fourth way: a text, `None`, a tuple or a numpy integer is refused. `np.float64` is a `float` and passes; `np.int32`,
`np.float32` and `np.bool_` are no Python numbers and do not.

## When it fires
At lowering: `ValueError`. Not when `CompilerParams` is made, and not at all under `interpret=True`. A value without a
hash (a list, a dict, an array) is stopped earlier since JAX 0.7.0, while tracing, by a `TypeError` that names no flag.

## Example
```python
pltpu.CompilerParams(flags={"XLA_TPU_MAX_CLUSTERED_LOADS": np.int32(2)})
```

## Use instead
```python
pltpu.CompilerParams(flags={"XLA_TPU_MAX_CLUSTERED_LOADS": int(np.int32(2))})
```

## Fix safety
Safe for numpy scalars, which are put into the Python type of their kind, and for texts of digits. Unsafe for `None`,
whose flag is dropped.

## Limits
`inf` and `nan` are floats and pass JAX's check, but what is written for the compiler is no JSON: reported as a warning.
Whether a flag of that name exists is not this rule's business.

## Since
Checked in every JAX release from 0.4.30 on, with the same words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from prelower.findings import WARNING
from prelower.rules import messages, numbers
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.classinfo import class_of
from prelower.values.model import ITEM, Argument, Call, Instance, Known, Mapping, Possible, What
from prelower.values.render import repr_of, text_of

BUNDLED = "invalid flag value: {value}"
SCALARS = ("builtins.bool", "builtins.int", "builtins.float")
NOT_JSON = "the compiler gets `{}`, which is no JSON: JAX writes it into the configuration as it is"


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The values of the flags that are known, each once."""
    given = call.arguments.get("flags")
    for possible in given.value if given else ():
        if isinstance(possible.what, Mapping):
            for entry in possible.what.entries:
                value = tuple(_under(p, possible) for p in entry.value)
                place = entry.place or given.given  # type: ignore[union-attr]
                handed = given.handed or given.given  # type: ignore[union-attr]
                label = f"flags[{repr_of(entry.key) or '...'}]"
                yield Subject(Argument(value, place, handed), label, container=possible, partial=not entry.sure)


def _under(value: Possible, flags: Possible) -> Possible:
    return value._replace(under=(*value.under, *flags.under))


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a flag's value; None where it passes or is not known."""
    cls = class_of(what)
    if cls is None or (not cls.known and not cls.derives("builtins.str", "builtins.tuple", "builtins.list")):
        return None
    if cls.derives(*SCALARS):
        return _written(what)
    if isinstance(what, Instance) and not what.exact and not cls.derives("builtins.str", "builtins.bytes"):
        return None
    template = jax.template("flags.value") or BUNDLED
    raises = None
    if messages.unhashable(cls) and jax.at_least("0.7.0"):
        raises = f"TypeError: {messages.UNHASHABLE}"
    return Verdict(messages.with_value(template, what), raises)


def _written(what: What) -> Verdict | None:
    """`inf` and `nan` pass the check and break what is written."""
    value = what.value if isinstance(what, (Known, Instance)) else None
    if isinstance(value, float) and not math.isfinite(value):
        text = text_of(what) or str(value)
        return Verdict(f"flag value {text} is not JSON", note=NOT_JSON.format(text), severity=WARNING)
    return None


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """The Python scalar of the same kind; without the flag where it is None."""
    if all(isinstance(what, Known) and what.value is None for what in whats):
        place = subject.argument.given
        return Intent("drop", "Leave this flag out", False) if place.role == ITEM else None
    return numbers.by_kind(whats, text)


def _says(value: str) -> str:
    return f"invalid flag value: {value}"


EXAMPLES = (
    Example("flag", '"large"', _says("large")),
    Example("flag", '"2"', _says("2"), "2"),
    Example("flag", "np.int32(2)", _says("2"), "int(np.int32(2))"),
    Example("flag", "np.float32(2.5)", _says("2.5"), "float(np.float32(2.5))"),
    Example("flag", "np.bool_(True)", _says("True"), "bool(np.bool_(True))"),
    Example("flag", "(8, 128)", _says("(8, 128)")),
    Example("flag", "None", _says("None"), "", safe=False),
    Example("flag", "[1, 2]", _says("[1, 2]"), raises=f"TypeError: {messages.UNHASHABLE}"),
    Example("flag", "1 + 2j", _says("(1+2j)")),
    Example("flag", "True", why="a bool"),
    Example("flag", "3", why="an int"),
    Example("flag", "0.5", why="a float"),
    Example("flag", "np.float64(2.5)", why="np.float64 is a float"),
    Example(
        "flag", "Level.HIGH", setup="import enum\nclass Level(enum.IntEnum):\n    HIGH = 2", why="IntEnum is an int"
    ),
)

RULE = Rule(
    name="flag-value-not-scalar",
    summary="A value in `flags` is no bool, int or float.",
    page=__doc__,
    targets=("tpu.CompilerParams",),
    guard="flags.value",
    accepts="a `bool`, an `int` or a `float`",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
