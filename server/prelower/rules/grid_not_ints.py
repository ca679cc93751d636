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
Unsafe: `//` in the place of `/` drops what is left over, which a kernel may need a block more for (`pl.cdiv`). Where
the grid is worked out elsewhere there is no fix.

## Limits
Dimensions that are not known are left alone.

## Since
The text about the dimensions since JAX 0.4.31; 0.4.30 says that a float or an integer of numpy is not iterable.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from prelower.findings import WARNING
from prelower.rules import checks
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Known, Possible, What
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
        grid = call.arguments["grid"]
        ways = tuple(way for possible in grid.value for way in (*_bad_ways(possible), possible))
        yield Subject(grid._replace(value=ways), "grid", beside=spec is not None and calls.maker(spec) is not None)


def _bad_ways(possible: Possible) -> Iterable[Possible]:
    """The grid as it is where a dimension that may be several things is no integer."""
    what = possible.what
    if not isinstance(what, Items):
        return
    for index, item in enumerate(what.items):
        bad = [p for p in item if _no_dimension((p,))]
        if bad and len(bad) < len(item) and bad[0].under:
            items = (*what.items[:index], tuple(bad), *what.items[index + 1 :])
            yield possible._replace(what=what._replace(items=items), under=(*possible.under, *bad[0].under))


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a grid; None where it passes or is not known."""
    name = checks.built_in(what)
    if jax.at_least("0.4.31") is False:  # what was no int, was gone through
        number = name is not None and name.startswith(("float", "numpy.int", "numpy.float"))
        return Verdict(f"'{name}' object is not iterable", early=True) if number and not subject.beside else None
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
        bad = [index for index, item in enumerate(what.items) if _no_dimension(item)]
        kind = checks.built_in(what.items[bad[0]][0].what)
        return Verdict(NOT_INTS.format(_printed(what)), note=f"dimension {bad[0]} is a {kind}", early=True)
    numbers = [checks.plain_number(item[0].what) if len(item) == 1 else None for item in what.items]
    low = next((n for n in numbers if n is not None and n < 0), None)
    return None if low is None else Verdict(NEGATIVE.format(low), note=COMPILER, severity=WARNING)


def _no_dimension(value: tuple) -> bool:
    return bool(value) and all(checks.built_in(p.what) in _NO_DIMENSIONS for p in value)


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """`//` for the `/` of each dimension that is no integer, where all of them are written as divisions."""
    try:
        node = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError):
        return None
    what = whats[0] if len(whats) == 1 else None
    if not isinstance(what, Items) or not isinstance(node, (ast.Tuple, ast.List)) or len(node.elts) != len(what.items):
        return None
    wrong = [element for element, item in zip(node.elts, what.items) if _no_dimension(item)]
    places = [_slash(text, element) for element in wrong]
    if not places or None in places:
        return None
    data = text.encode()
    for place in sorted((p for p in places if p is not None), reverse=True):
        data = data[:place] + b"//" + data[place + 1 :]
    return Intent("replace", "Divide with `//`; what is left over is dropped", False, data.decode())


def _slash(text: str, node: ast.expr) -> int | None:
    """Where the `/` of a division of one line stands, in bytes."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div) or "\n" in text:
        return None
    left, right = node.left.end_col_offset, node.right.col_offset
    between = text.encode()[left:right]
    return left + between.index(b"/") if left is not None and between.count(b"/") == 1 else None


def _printed(what: Items) -> str:
    """How JAX prints the grid: it has made a tuple of it."""
    return checks.printed_repr(what)


EXAMPLES = (
    Example("pallas_grid:grid", "(256 / 128,)", NOT_INTS.format("(2.0,)"), "(256 // 128,)", False),
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
    mend=mend,
    examples=EXAMPLES,
)
