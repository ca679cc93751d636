"""# index-map-wrong

## What it does
Reports an index map of a `pl.BlockSpec` that takes another number of indices than the grid of its `pallas_call` has
dimensions, that returns another number of values than the block has dimensions, or a value that is no integer.

## Why JAX rejects it
JAX calls the map with one index for each dimension of the grid, and needs the number of the block along each dimension
of the array.

## When it fires
When the call is traced: `TypeError` from the map itself, or `ValueError` from JAX. `interpret=True` makes no
difference.

## Example
```python
pl.pallas_call(kernel, grid=(4, 4), in_specs=[pl.BlockSpec((8, 128), lambda i: (i, 0))], ...)
```

## Use instead
```python
pl.pallas_call(kernel, grid=(4, 4), in_specs=[pl.BlockSpec((8, 128), lambda i, j: (i, j))], ...)
```

## Fix safety
There is no fix: which index was meant, only the author knows.

## Limits
Only maps that are a lambda or a function of one `return` are looked at, and only where the call itself is given the
grid; values are counted where they are written out and the block's shape is known.

## Since
The number of indices in every release; the text on values as shown since JAX 0.12.0. Of floats nothing
up to 0.4.31.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.rules import checks, messages
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.rules.block_specs_said import BLOCKS
from prelower.rules.releases import in_release
from prelower.values.model import Call, Callable_, Known, Signed, What
from prelower.values.model import Sequence as Items

MISSING = "{}() missing {} required positional argument{}: {}"
SURPLUS = "{}() takes {} positional argument{} but {} {} given"
NUMBER = "Index map function {} for {} must return {} values to match block_shape=({}). Currently returning {} values:"
EARLY_NUMBER = "Index map for {} must return {} values to match block shape {}. Currently returning {} values."
NO_INTEGER = "Index map function {} for {} must return integer scalars. Output[{}] has type {}."
NO_TYPE = (
    "function {} traced for pallas_call index_map returned a value of type <class 'str'> at output component [{}],"
    " which is not a valid JAX type"
)
_TYPES = (
    (
        "0.4.33",
        {
            "float": "ShapedArray(float32[], weak_type=True)",
            "float32": "ShapedArray(float32[])",
            "bool": "ShapedArray(bool[])",
        },
    ),
    ("0.6.1", {"float": "~float32[]", "float32": "float32[]", "bool": "bool[]"}),
)
_RAISED = (
    ("0.4.31", "TypeError: Value "),
    ("0.5.0", "TypeError: Argument "),
    ("0.6.2", None),
    ("0.10.2", "TypeError: object of type 'NoneType' has no len()"),
    ("0.11.0", None),
)
"""What other releases say of a text in the place of an index, as far as it does not hang on the text."""


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The index maps of a call's specifications, with the dimensions of the grid and of the block."""
    grid = call.arguments.get("grid")
    if grid is None or not checks.is_none(checks.only(call.arguments.get("grid_spec")) or Known(None)):
        return
    sizes = {1 if checks.built_in(p.what) == "int" else checks.length_of(p.what) for p in grid.value}
    size = sizes.pop() if len(sizes) == 1 else None
    for origin, spec in _specs(call):
        maker = calls.maker(spec)
        if maker is not None and maker.target == "pallas.BlockSpec" and "index_map" in maker.arguments:
            block = checks.only(maker.arguments.get("block_shape"))
            yield Subject(maker.arguments["index_map"], "index_map", beside=(size, _block(block), origin))


def _specs(call: Call) -> Iterable[tuple[str, What]]:
    """What is given for each operand and result, as JAX calls it."""
    for name, origin in (("in_specs", "args"), ("out_specs", "outputs")):
        what = checks.only(call.arguments.get(name))
        if isinstance(what, Items):
            items = ((f"{origin}[{i}]", item[0].what) for i, item in enumerate(what.items) if len(item) == 1)
            yield from () if what.rest else items
        elif what is not None and name == "out_specs":
            yield origin, what


def _block(what: What | None) -> tuple[int, ...] | None:
    """The sizes of a block, where all are known."""
    if not isinstance(what, Items) or what.rest or not all(len(item) == 1 for item in what.items):
        return None
    sizes = [item[0].what for item in what.items]
    known = [w.value for w in sizes if isinstance(w, Known) and type(w.value) is int]
    return tuple(known) if len(known) == len(sizes) else None


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """The verdict of Python or JAX on a map; None where it fits or is not known."""
    signed = what.signed if isinstance(what, Callable_) else None
    size, block, origin = subject.beside
    if signed is None or size is None:
        return None
    said = _taken(signed, size)
    if said is not None:
        return Verdict(said, plain=True, early=True)
    if not jax.at_least("0.4.31") or block is None or signed.items is None:
        return None
    if jax.at_least("0.4.33") is False:
        return _given_early(signed.items, block, origin.replace("args", "inputs"), jax)
    return _given(signed.items, block, origin if jax.at_least("0.5.3") else _operand(call, origin), jax)


def _operand(call: Call, origin: str) -> str | None:
    """What the kernel calls an operand or result; up to 0.5.0 messages named them so."""
    kernel = checks.only(call.arguments.get("kernel"))
    names = kernel.signed.required if isinstance(kernel, Callable_) and kernel.signed else ()
    inputs = checks.length_of(checks.only(call.arguments.get("in_specs")) or Known(0))
    index = int(origin.partition("[")[2].rstrip("]") or 0)
    if origin.startswith("outputs"):
        index = -1 if inputs is None else index + inputs
    return names[index] if 0 <= index < len(names) else None


def _taken(signed: Signed, size: int) -> str | None:
    """What Python says where a function is called with so many arguments."""
    if size > signed.most:
        least = len(signed.required)
        takes = str(signed.most) if least == signed.most else f"from {least} to {signed.most}"
        return SURPLUS.format(signed.name, takes, _s(signed.most), size, "was" if size == 1 else "were")
    missing = [f"'{name}'" for name in signed.required[size:]]
    if not missing:
        return None
    *first, last = missing
    joined = f"{', '.join(first)}{',' if len(first) > 1 else ''} and {last}" if first else last
    return MISSING.format(signed.name, len(missing), _s(len(missing)), joined)


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def _given(items: tuple[str, ...], block: tuple[int, ...], origin: str | None, jax: JaxView) -> Verdict | None:
    """What JAX says of the values that a map returns."""
    if "str" in items:
        said = NO_TYPE.format(messages.SOURCE, items.index("str"))
        return Verdict(said, raises=in_release(jax, _RAISED), plain=True, early=True)
    printed, types = in_release(jax, BLOCKS), in_release(jax, _TYPES)
    if origin is None or printed is None or types is None:
        return None
    if len(items) != len(block):
        sizes = ", ".join(printed.format(size) for size in block) + ("," if len(block) == 1 else "")
        said = NUMBER.format(messages.SOURCE, origin, len(block), sizes, len(items))
        return Verdict(said, plain=True, early=True)
    wrong = next((index for index, item in enumerate(items) if item in types), None)
    if wrong is None:
        return None
    said = NO_INTEGER.format(messages.SOURCE, origin, wrong, types[items[wrong]])
    return Verdict(said, plain=True, early=True)


def _given_early(items: tuple[str, ...], block: tuple[int, ...], origin: str, jax: JaxView) -> Verdict | None:
    """What 0.4.31 says: of a text what others say, too, nothing of floats."""
    if "str" in items:
        return _given(items, block, origin, jax)
    said = EARLY_NUMBER.format(origin, len(block), block, len(items))
    return None if len(items) == len(block) else Verdict(said, plain=True, early=True)


def _map(text: str) -> str:
    return f"[pl.BlockSpec((128, 256), {text})]"


def _wrong(text: str, message: str) -> Example:
    return Example("pallas_grid:in_specs", _map(text), message, shown=text)


_LAMBDA = "lower.<locals>.<lambda>"
# What JAX says of the values names the file, which is another wherever a program stands: the verdict table has those.
EXAMPLES = (
    _wrong("lambda i, j: (i, j)", MISSING.format(_LAMBDA, 1, "", "'j'")),
    _wrong("lambda i, j, k: (i, j)", MISSING.format(_LAMBDA, 2, "s", "'j' and 'k'")),
    _wrong("lambda: (0, 0)", SURPLUS.format(_LAMBDA, 0, "s", 1, "was")),
    Example("pallas_grid:in_specs", _map("lambda i: (i, 0)"), why="one index, two values"),
    Example("pallas_grid:in_specs", _map("lambda i, j=0: (i, j)"), why="a default takes the place of an index"),
    Example("pallas_grid:in_specs", _map("lambda *i: (*i, 0)"), why="takes any number"),
)

RULE = Rule(
    name="index-map-wrong",
    summary="An index map does not fit the grid or the block.",
    page=__doc__,
    targets=("pallas.pallas_call",),
    guard="index_map",
    accepts="a function of the grid's indices that returns an integer for each dimension of the block",
    since="0.4.31",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
