"""Numpy's functions on numbers and arrays: item by item, and over all items."""

from __future__ import annotations

import math
from collections.abc import Callable

from prelower.values import arithmetic, arrays, numeric
from prelower.values.arrays import as_scalar, ndarray
from prelower.values.classinfo import info
from prelower.values.library.numpy_ import NOT_KNOWN, dtype_of_data, given_dtype, shape_of
from prelower.values.library.table import Args, Function, Keywords, at
from prelower.values.model import ABSENT, Array, Instance, Known, Sequence, Unknown, What
from prelower.values.plain import Result, class_name, number
from prelower.values.scalars import DType, default_dtype, dtype_of, scalar

_FLOAT_FUNCTIONS = (
    "sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh "
    "arctanh deg2rad rad2deg degrees radians"
)
_BINARY = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "true_divide": "/",
    "floor_divide": "//",
    "mod": "%",
    "remainder": "%",
    "power": "**",
    "left_shift": "<<",
    "right_shift": ">>",
    "bitwise_and": "&",
    "bitwise_or": "|",
    "bitwise_xor": "^",
}
_PYTHON = ("builtins.bool", "builtins.int", "builtins.float", "builtins.complex")
_EXACT_LIMIT = 2**53


def as_numpy(what: What) -> What:
    """A Python number as the numpy scalar that numpy makes of it alone; a list as an array."""
    name = class_name(what).removeprefix("builtins.")
    if name in ("bool", "int", "float", "complex"):
        value = number(what)
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            return NOT_KNOWN
        return scalar(default_dtype(name), number(what))
    if isinstance(what, Sequence):
        shape = shape_of(what)
        return NOT_KNOWN if shape is None else ndarray(shape, dtype_of_data(what))
    return what


def _elementwise(rule: dict[str, str], value: str | None = None) -> Function:
    """A function item by item: `rule` maps the kind of a type to what comes out: same, float."""

    def run(args: Args, keywords: Keywords) -> Result:
        what = as_numpy(args[0]) if len(args) == 1 and not keywords else NOT_KNOWN
        dtype = dtype_of(as_scalar(what))
        if dtype is None or not rule.get(dtype.kind):
            return NOT_KNOWN
        result = _float_of(dtype) if rule[dtype.kind] == "float" else dtype
        if isinstance(what, Array):
            plain_numpy = Array(info("numpy.ndarray"), what.shape)  # numpy's functions make numpy's of JAX's arrays
            return arrays.item_or_array(plain_numpy, what.shape, result.name)
        return scalar(result, _computed(value, number(what)))

    return run


def _float_of(dtype: DType) -> DType:
    """The float type in which numpy computes roots and the like."""
    if dtype.kind in "fc":
        return dtype
    return DType("f", {8: 16, 16: 32}.get(dtype.bits, 64))


def _computed(name: str | None, value: object) -> object:
    if name is None or not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        return ABSENT
    if name == "sqrt":
        return math.sqrt(value) if value >= 0 and abs(value) < _EXACT_LIMIT else ABSENT
    result = _ROUNDINGS[name](value)
    return result if result or isinstance(value, int) else math.copysign(0.0, value)


_ROUNDINGS: dict[str, Callable[[float], int]] = {
    "ceil": math.ceil,
    "floor": math.floor,
    "trunc": math.trunc,
    "rint": round,
}
_SAME = dict.fromkeys("biuf", "same")
_TO_FLOAT = dict.fromkeys("biuf", "float")


def _round(args: Args, keywords: Keywords) -> Result:
    digits = at(args, keywords, 1, "decimals")
    if digits is None or digits == Known(0):
        return _elementwise(dict.fromkeys("iuf", "same"), "rint")(args[:1], {})
    return _elementwise(dict.fromkeys("iuf", "same"))(args[:1], {})


def _binary(op: str) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        pair = _pair(args)
        return NOT_KNOWN if pair is None or keywords else _without_python(arithmetic.binary(op, *pair))

    return run


def _pair(args: Args) -> tuple[What, What] | None:
    """Two operands, one of which at least is numpy's."""
    if len(args) != 2:
        return None
    listless = [as_numpy(what) if isinstance(what, Sequence) else what for what in args]
    if not any(dtype_of(as_scalar(what)) for what in listless):
        listless = [as_numpy(what) for what in listless]
    known = all(dtype_of(as_scalar(what)) or class_name(what) in _PYTHON for what in listless)
    return (listless[0], listless[1]) if known and not any(map(arrays.is_jax, listless)) else None


def _without_python(result: What) -> What:
    return as_numpy(result) if class_name(result) == "builtins.complex" else result


def _extreme(largest: bool) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        pair = _pair(args)
        if pair is None or keywords:
            return NOT_KNOWN
        if any(isinstance(what, Array) for what in pair):
            return arrays.binary("+", *pair)
        common = numeric.common_dtype(*pair)
        if isinstance(common, Unknown):
            return common
        values = [scalar(common, number(what)).value for what in pair]
        known = all(isinstance(value, (int, float)) and value == value for value in values) and common.kind != "c"
        first = numeric.binary("*", pair[0], pair[1])
        if isinstance(first, Unknown) and common.kind != "b":
            return first
        return scalar(common, (max if largest else min)(values) if known else ABSENT)

    return run


def _integers(name: str) -> Function:
    real = getattr(math, name)

    def run(args: Args, keywords: Keywords) -> Result:
        pair = _pair(args)
        common = numeric.common_dtype(*pair) if pair and not any(isinstance(w, Array) for w in pair) else NOT_KNOWN
        if pair is None or isinstance(common, Unknown) or common.kind not in "iu":
            return NOT_KNOWN
        values = [number(what) for what in pair]
        known = all(isinstance(value, int) for value in values)
        return scalar(common, real(*values) if known else ABSENT)

    return run


def _clip(args: Args, keywords: Keywords) -> Result:
    """`clip(a, low, high)` of numbers: what `maximum` and `minimum` make of them."""
    bounds = [at(args, keywords, 1, "a_min"), at(args, keywords, 2, "a_max")]
    if not args or any(bound is None or bound == Known(None) for bound in bounds) or set(keywords) - {"a_min", "a_max"}:
        return NOT_KNOWN
    low, high = bounds
    above = _extreme(True)((args[0], low or NOT_KNOWN), {})
    return _extreme(False)((above, high or NOT_KNOWN), {}) if isinstance(above, (Array, Instance)) else NOT_KNOWN


def _where(args: Args, keywords: Keywords) -> Result:
    """`where(test, a, b)`: always an array, of no dimensions where all are numbers."""
    if len(args) != 3 or keywords or any(map(arrays.is_jax, args)):
        return NOT_KNOWN
    pair = _pair(args[1:])
    test = as_numpy(args[0])
    if pair is None or dtype_of(as_scalar(test)) is None:
        return NOT_KNOWN
    common = numeric.common_dtype(*(as_scalar(what) for what in pair))
    shapes = [what.shape if isinstance(what, Array) else () for what in (test, *pair)]
    shape = arrays.broadcast(arrays.broadcast(shapes[0], shapes[1]), shapes[2])
    return ndarray(shape, common.name) if isinstance(common, DType) else NOT_KNOWN


def _from_buffer(args: Args, keywords: Keywords) -> Result:
    return ndarray((None,), given_dtype(args, keywords, 1, "float64"))


FUNCTIONS: dict[str, Function] = {
    "numpy.clip": _clip,
    "numpy.where": _where,
    "numpy.frombuffer": _from_buffer,
    **{f"numpy.{name}": _elementwise({**_TO_FLOAT, "c": "same"}, None) for name in _FLOAT_FUNCTIONS.split()},
    "numpy.sqrt": _elementwise({**_TO_FLOAT, "c": "same"}, "sqrt"),
    "numpy.ceil": _elementwise(_SAME, "ceil"),
    "numpy.floor": _elementwise(_SAME, "floor"),
    "numpy.trunc": _elementwise(_SAME, "trunc"),
    "numpy.rint": _elementwise(_TO_FLOAT, "rint"),
    "numpy.round": _round,
    "numpy.around": _round,
    "numpy.square": lambda args, keywords: _square(args) if len(args) == 1 and not keywords else None,
    "numpy.sign": _elementwise(dict.fromkeys("iuf", "same")),
    "numpy.positive": _elementwise(dict.fromkeys("iuf", "same")),
    "numpy.negative": lambda args, keywords: arithmetic.unary("-", as_numpy(args[0])) if args else None,
    **{f"numpy.{name}": lambda args, keywords: _absolute(args) for name in ("abs", "absolute")},
    **{f"numpy.{name}": _binary(op) for name, op in _BINARY.items()},
    **{f"numpy.{name}": _extreme(True) for name in ("maximum", "fmax")},
    **{f"numpy.{name}": _extreme(False) for name in ("minimum", "fmin")},
    **{f"numpy.{name}": _integers(name) for name in ("gcd", "lcm")},
}


def _square(args: Args) -> Result:
    dtype = dtype_of(as_scalar(as_numpy(args[0])))
    return NOT_KNOWN if dtype is None or dtype.kind == "b" else _binary("*")((*args, *args), {})


def _absolute(args: Args) -> Result:
    what = as_numpy(args[0]) if args else NOT_KNOWN
    if isinstance(what, Array):
        return _elementwise(_SAME)(args, {})
    return numeric.absolute(what) if dtype_of(what) else NOT_KNOWN  # type: ignore[arg-type]
