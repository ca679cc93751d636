"""Comparisons of plain values, numpy scalars and arrays."""

from __future__ import annotations

import operator
from collections.abc import Callable

from prelower.values.classinfo import class_of
from prelower.values.model import Absent, Array, Known, Unknown, What
from prelower.values.plain import BOOL, class_name, number, raises
from prelower.values.scalars import BOOL8, DType, cast, dtype_of, promote, scalar, weak

COMPARE: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def real(op: str, left: object, right: object) -> What:
    """What a comparison of two Python objects gives."""
    try:
        return Known(bool(COMPARE[op](left, right)))  # type: ignore[arg-type]
    except (TypeError, RecursionError) as error:
        return raises(error, f"`{op}` between {type(left).__name__} and {type(right).__name__}")


def with_array(op: str, a: What, b: What) -> What:
    """What a comparison gives where one side is an array: an array, as far as that is known."""
    array = a if isinstance(a, Array) else b
    other = b if array is a else a
    known = isinstance(array, Array) and (_is_number(other) or _alike(array, other))
    if known and isinstance(array, Array) and (array.shape or array.cls.name == "jax.Array"):
        return Array(array.cls, array.shape, "numpy.bool")
    return Unknown("a comparison with an array")


def _alike(array: Array, other: What) -> bool:
    return isinstance(other, Array) and other.cls == array.cls and other.shape == array.shape


def _is_number(what: What) -> bool:
    cls = class_of(what)
    return cls is not None and cls.derives("builtins.int", "builtins.float", "numpy.number", "numpy.bool")


def with_scalar(op: str, a: What, b: What) -> What:
    """What a comparison gives where one side is a numpy scalar: `numpy.bool` as a rule."""
    if Known(None) in (a, b) and op in ("==", "!="):
        return Known(op == "!=")
    if class_name(a) in _TEXTS or class_name(b) in _TEXTS:
        return _with_text(op, a, b)
    if class_name(a) == "builtins.complex" and class_name(b) == "numpy.float64" and op in ("==", "!="):
        return BOOL  # Python's complex takes a float64 for the float that it is
    dtype = _common(a, b)
    if dtype is None:
        return Unknown("a comparison with a numpy scalar")
    integers = dtype.kind == "f" and isinstance(number(a), int) and isinstance(number(b), int)
    left, right = (number(each) if integers else cast(number(each), dtype) for each in (a, b))
    if isinstance(left, Absent) or isinstance(right, Absent) or dtype.kind == "c":
        return scalar(BOOL8)
    return scalar(BOOL8, COMPARE[op](left, right))  # type: ignore[arg-type]


_TEXTS = ("numpy.str_", "numpy.bytes_", "builtins.str", "builtins.bytes")


def _with_text(op: str, a: What, b: What) -> What:
    names = {class_name(a)[-4:], class_name(b)[-4:]}
    if names <= {"str_", ".str"}:
        left, right = number(a), number(b)
        return BOOL if isinstance(left, Absent) or isinstance(right, Absent) else real(op, left, right)
    return Unknown("a comparison of a numpy scalar with text")


def _common(a: What, b: What) -> DType | None:
    """The number type in which numpy compares the two."""
    left, right = dtype_of(a), dtype_of(b)
    if left and right:
        return promote(left, right)
    dtype, other = (left, b) if left else (right, a)
    name = class_name(other).removeprefix("builtins.")
    return weak(dtype, name) if dtype and name in ("bool", "int", "float", "complex") else None
