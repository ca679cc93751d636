"""Numpy's and JAX's functions over all items: `sum`, `prod`, `max`, `mean` and their like."""

from __future__ import annotations

import math

from prelower.values import arrays
from prelower.values.arrays import Shape, known_int, ndarray, short_dtype
from prelower.values.library.dtypes import dtype_name
from prelower.values.library.numpy_ import NOT_KNOWN, dtype_of_data, is_shape, shape_of
from prelower.values.library.table import Args, Function, Keywords, at
from prelower.values.model import ABSENT, Absent, Array, Known, Sequence, What
from prelower.values.plain import Result, number, raises, single
from prelower.values.scalars import BOOL8, DTYPES, FLOAT64, INT64, DType, scalar
from prelower.values.truth import truth

_EXACT_LIMIT = 2**53


def _shape_after(what: What, keywords: Keywords, axis: What | None) -> Shape | None:
    """The shape that is left when all items, or those along an axis, become one."""
    if truth(keywords.get("keepdims") or Known(False)) is not False:
        return None
    if axis is None or axis == Known(None):
        return ()
    place, shape = known_int(axis), shape_of(what)
    if place is None or shape is None or not -len(shape) <= place < len(shape):
        return None
    return shape[: place % len(shape)] + shape[place % len(shape) + 1 :]


def _reduction(name: str) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        what = at(args, keywords, 0, "a")
        if what is None:
            return None
        if is_shape(what) and len(args) == 1 and not keywords and (result := _result_type(name, INT64)) is not None:
            return scalar(result)
        return reduced(name, what, args[1:], keywords)

    return run


def reduced(name: str, what: What, args: Args, keywords: Keywords) -> What:
    """What a reduction such as `sum` gives: a scalar, or an array where an axis is named."""
    if arrays.is_jax(what):
        return jax_reduced(name, what, args, keywords)  # type: ignore[arg-type]
    shape = _shape_after(what, keywords, at(args, keywords, 0, "axis")) if len(args) < 2 else None
    data = dtype_of_data(what)
    given = keywords.get("dtype")
    own = dtype_name(given) if given is not None and given != Known(None) else None
    if data not in DTYPES or shape is None or (given is not None and own is None):
        return NOT_KNOWN
    result = _result_type(name, DTYPES[data]) if own is None or own not in DTYPES else DTYPES[own]
    if result is None:
        return NOT_KNOWN
    if shape != ():
        return ndarray(shape, result.name)
    return _reduced_value(name, what, result)


def _result_type(name: str, dtype: DType) -> DType | None:
    if name in ("sum", "prod", "cumsum", "cumprod", "nansum", "nanprod"):
        if dtype.kind in "bi":
            return INT64
        return DType("u", 64) if dtype.kind == "u" else dtype
    if name in ("mean", "median", "std", "var", "nanmean"):
        return FLOAT64 if dtype.kind in "biu" else dtype if dtype.kind == "f" else None
    if name in ("argmax", "argmin", "count_nonzero"):
        return INT64
    if name in ("any", "all"):
        return BOOL8
    return dtype if name in ("max", "min", "nanmax", "nanmin") or dtype.kind != "b" else None


def _reduced_value(name: str, what: What, result: DType) -> What:
    values = _flat(what)
    if values == [] and name in ("max", "min", "argmax", "argmin", "nanmax", "nanmin"):
        return raises("ValueError", "a reduction of no items")
    if values is None or not all(isinstance(value, (int, float)) and abs(value) < 2**40 for value in values):
        return scalar(result)
    numbers = [value for value in values if isinstance(value, (int, float))]
    return scalar(result, _total(name, numbers))


def _total(name: str, values: list[int | float]) -> object:
    if name in ("max", "min"):
        return max(values) if name == "max" else min(values)
    if not all(value == int(value) for value in values) or name not in ("sum", "prod", "mean"):
        return ABSENT
    total = math.prod(map(int, values)) if name == "prod" else sum(map(int, values))
    whole = all(isinstance(value, int) for value in values)
    if not total and not whole:  # it may be -0.0
        return ABSENT
    if abs(total) >= _EXACT_LIMIT:
        return total if whole and name != "mean" else ABSENT
    return total / len(values) if name == "mean" and values else ABSENT if name == "mean" else total


def _flat(what: What) -> list[object] | None:
    """The plain values of all items of nested lists."""
    if not isinstance(what, Sequence):
        value = number(what)
        return None if isinstance(value, Absent) else [value]
    found: list[object] = []
    for each in what.items:
        item = single(each)
        inner = None if item is None else _flat(item)
        if inner is None:
            return None
        found += inner
    return found


def jax_reduced(name: str, what: Array, args: Args, keywords: Keywords) -> What:
    """What a reduction of a JAX array gives: always a JAX array."""
    shape = _shape_after(what, keywords, at(args, keywords, 0, "axis"))
    dtype = short_dtype(what)
    if name in ("any", "all"):
        return arrays.jax_array(shape, "bool")
    plain = dtype is not None and dtype in ("float32", "int32", "bfloat16", "float16") and "dtype" not in keywords
    if name in ("argmax", "argmin", "count_nonzero") or (name in ("mean", "std", "var") and dtype == "int32"):
        return arrays.jax_array(shape, "float32" if name in ("mean", "std", "var") else "int32")
    return arrays.jax_array(shape, dtype if plain else None)


REDUCTIONS = (
    "sum prod mean median std var max min amax amin argmax argmin any all count_nonzero nansum nanprod nanmax nanmin "
    "nanmean"
).split()
_NAMES = {"amax": "max", "amin": "min"}


def _accumulated(name: str) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        data = dtype_of_data(args[0]) if args else None
        if data not in DTYPES or keywords or len(args) != 1 or arrays.is_jax(args[0]):
            return NOT_KNOWN
        result, shape = _result_type(name, DTYPES[data]), shape_of(args[0])
        length = arrays.size(shape)
        return ndarray((length,), result.name if result else None)

    return run


FUNCTIONS: dict[str, Function] = {
    **{f"numpy.{name}": _reduction(_NAMES.get(name, name)) for name in REDUCTIONS},
    **{f"numpy.{name}": _accumulated(name) for name in ("cumsum", "cumprod")},
}
