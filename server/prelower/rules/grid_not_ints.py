"""# grid-not-ints

## What it does
Reports a `grid` of `pallas_call`, `pl.GridSpec` or `pltpu.PrefetchScalarGridSpec` with a dimension that is no
integer, or that is neither an integer nor a sequence; and one that is given beside a `grid_spec`.

## Why JAX rejects it
Each dimension is a number of steps: an integer, a numpy integer or a JAX scalar. `x / block` gives a float even where
it comes out even.

## When it fires
When `pallas_call` or the grid specification is called: `ValueError`, or `TypeError` where it is no sequence.
`interpret=True` makes no difference.

## Example
```python
pl.pallas_call(kernel, grid=(n / 128,), ...)
```

## Use instead
```python
pl.pallas_call(kernel, grid=(n // 128,), ...)
```

## Fix safety
There is no fix: a grid of floats is mended by `//` where it is worked out, not by rounding.

## Limits
Dimensions that are not known are left alone.

## Since
The text about the dimensions since JAX 0.4.31.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.findings import WARNING
from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Known, What
from prelower.values.model import Sequence as Items

NOT_INTS = "Grid must be a tuple of integers or jax.Array, got {}"
NO_SEQUENCE = "'{}' object is not subscriptable"
NO_INDEX = "invalid index to scalar variable."
NO_PAIR = "not enough values to unpack (expected 2, got {})"
NEGATIVE = "grid dimension {} is negative"
COMPILER = "JAX accepts it, and the TPU compiler does not"
CONFLICT = "If `grid_spec` is specified, then `grid` must be `()`. It is {}"
_NO_DIMENSIONS = ("float", "str", "NoneType", "bytes", "complex", "numpy.float32", "numpy.float64", "list", "dict")


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The grid, and whether there is a specification of it, too."""
    if "grid" in call.arguments:
        spec = checks.only(call.arguments.get("grid_spec"))
        yield Subject(call.arguments["grid"], "grid", beside=spec is not None and calls.maker(spec) is not None)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a grid; None where it passes or is not known."""
    if jax.at_least("0.4.31") is False:
        return None
    name = checks.built_in(what)
    if subject.beside:
        empty = isinstance(what, Items) and what.cls.name == "builtins.tuple" and not what.items and not what.rest
        return Verdict(CONFLICT.format(checks.printed_value(what)), early=True) if name and not empty else None
    if name in ("float", "set"):
        sure = not isinstance(what, Items) or bool(what.items)
        falsy = isinstance(what, Known) and not what.value
        return Verdict(NO_SEQUENCE.format(name), early=True) if sure and not falsy else None
    if name is not None and name.startswith("numpy.int"):
        return Verdict(NO_INDEX, early=True)
    return _of_items(what) if isinstance(what, Items) and name in ("tuple", "list") and what.items else None


def _of_items(what: Items) -> Verdict | None:
    """The dimensions; a grid of named ones begins with a pair."""
    first = what.items[0][0].what
    if isinstance(first, Items):
        count = checks.length_of(first)
        wrong = count is not None and count < 2
        return Verdict(NO_PAIR.format(count), note="a named dimension is a pair", early=True) if wrong else None
    if any(map(_no_dimension, what.items)):
        return Verdict(NOT_INTS.format(_printed(what)), early=True)
    numbers = [checks.plain_number(item[0].what) if len(item) == 1 else None for item in what.items]
    low = next((n for n in numbers if n is not None and n < 0), None)
    return None if low is None else Verdict(NEGATIVE.format(low), note=COMPILER, severity=WARNING)


def _no_dimension(value: tuple) -> bool:
    return bool(value) and all(checks.built_in(p.what) in _NO_DIMENSIONS for p in value)


def _printed(what: Items) -> str:
    """How JAX prints the grid: it has made a tuple of it."""
    return checks.printed_repr(what)


EXAMPLES = (
    Example("pallas_grid:grid", "(256 / 128,)", NOT_INTS.format("(2.0,)")),
    Example("pallas_grid:grid", '("2",)', NOT_INTS.format("('2',)")),
    Example("pallas_grid:grid", "(None,)", NOT_INTS.format("(None,)")),
    Example("pallas_grid:grid", "2.0", NO_SEQUENCE.format("float")),
    Example("prefetch:grid", "(1.0,)", NOT_INTS.format("(1.0,)")),
    Example("pallas:grid_spec=pl.GridSpec(grid=(2,)), grid", "(2,)", CONFLICT.format("(2,)")),
    Example("pallas_grid:grid", "np.int64(2)", NO_INDEX),
    Example("pallas_grid:grid", "((2,),)", NO_PAIR.format(1)),
    Example("pallas_grid:grid", "(-1,)", NEGATIVE.format(-1), severity=WARNING),
    Example("pallas_grid:grid", "(256 // 128,)", why="`//` of ints is an int"),
    Example("pallas_grid:grid", "2", why="one dimension"),
    Example("pallas_grid:grid", "(np.int64(2),)", why="a numpy integer in a tuple passes"),
)

RULE = Rule(
    name="grid-not-ints",
    summary="A `grid` holds something that is no integer.",
    page=__doc__,
    targets=("pallas.pallas_call", "pallas.GridSpec", "tpu.PrefetchScalarGridSpec"),
    guard="grid",
    accepts="an integer, or a tuple or list of integers",
    since="0.4.31",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
