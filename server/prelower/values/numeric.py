"""Operators of numpy's scalars: result types as numpy 2 has them, values where they are sure."""

from __future__ import annotations

import operator
from collections.abc import Callable

from prelower.values.model import ABSENT, Absent, Instance, Unknown, What
from prelower.values.plain import COMPLEX, class_name, exact, number, raises
from prelower.values.scalars import BOOL8, FLOAT64, INT8, DType, cast, dtype_of, promote, scalar, weak

_PYTHON = ("bool", "int", "float", "complex")
_INTEGER_ONLY = ("<<", ">>", "&", "|", "^")
_OF_COMPLEX = ("+", "-", "*", "/", "**")
_TEXTS = ("numpy.str_", "builtins.str", "numpy.bytes_", "builtins.bytes")
_INTS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "//": operator.floordiv,
    "%": operator.mod,
}
_FLOATS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


def binary(op: str, left: What, right: What) -> What:
    """What an operator gives where one operand at least is a numpy scalar."""
    if class_name(left) in _TEXTS or class_name(right) in _TEXTS:
        return _with_text(op, left, right)
    common = common_dtype(left, right)
    if isinstance(common, Unknown):
        return common
    if class_name(left) == "builtins.complex" and class_name(right) == "numpy.float64" and op in _OF_COMPLEX:
        return COMPLEX  # Python's complex takes a float64 for the float that it is
    dtype = result_dtype(op, common)
    if isinstance(dtype, Unknown):
        return dtype
    values = [cast(number(side), common) for side in (left, right)]
    if _overflows(left, values[0], common) or _overflows(right, values[1], common):
        if op == "/":
            return scalar(dtype)
        return raises("OverflowError", f"a Python integer out of bounds for {common.name}")
    if op == "**" and dtype.kind in "iu" and isinstance(values[1], int) and values[1] < 0:
        return raises("ValueError", "integers to negative integer powers are not allowed")
    return scalar(dtype, _value(op, dtype, values[0], values[1]))


def _with_text(op: str, left: What, right: What) -> What:
    names = {class_name(left), class_name(right)}
    if op == "+" and names == {"numpy.str_", "builtins.str"}:
        return exact("builtins.str")
    if op == "*" and "builtins.str" in names and any(name.startswith(("numpy.int", "numpy.uint")) for name in names):
        return exact("builtins.str")
    return Unknown("an operator of text and a numpy scalar")


def common_dtype(left: What, right: What) -> DType | Unknown:
    """The type in which numpy computes with two scalars; Python's numbers give way."""
    first, second = dtype_of(left), dtype_of(right)
    if first and second:
        return promote(first, second)
    dtype, other = (first, right) if first else (second, left)
    name = class_name(other).removeprefix("builtins.")
    if dtype is None or name not in _PYTHON:
        return Unknown("an operator of a numpy scalar and something that is no number")
    return weak(dtype, name)


def result_dtype(op: str, common: DType) -> DType | Unknown:
    """The type that an operator gives in a common type; Unknown where numpy has no such operator."""
    if op == "@" or (op in ("//", "%") and common.kind == "c"):
        return raises("TypeError", f"`{op}` on {common.name}")
    if op in _INTEGER_ONLY and common.kind in "fc":
        return raises("TypeError", f"`{op}` on {common.name}")
    if common.kind == "b":
        return _of_bools(op)
    return FLOAT64 if op == "/" and common.kind in "iu" else common


def _of_bools(op: str) -> DType | Unknown:
    if op == "-":
        return raises("TypeError", "numpy boolean subtract, the `-` operator, is not supported")
    if op == "/":
        return FLOAT64
    return BOOL8 if op in ("+", "*", "&", "|", "^") else INT8


def _overflows(side: What, value: object, dtype: DType) -> bool:
    """Whether it is a known Python int that an integer type cannot hold."""
    return class_name(side) == "builtins.int" and dtype.kind in "iu" and value is ABSENT and number(side) is not ABSENT


def _value(op: str, dtype: DType, left: object, right: object) -> object:
    if isinstance(left, Absent) or isinstance(right, Absent):
        return ABSENT
    try:
        if dtype.kind in "biu" and isinstance(left, int) and isinstance(right, int):
            return _of_ints(op, dtype, int(left), int(right))
        if dtype.kind == "f" and isinstance(left, (int, float)) and isinstance(right, (int, float)):
            return _of_floats(op, dtype, float(left), float(right))
    except ArithmeticError:  # numpy warns, and gives 0, inf or nan
        return ABSENT
    return ABSENT


def _of_ints(op: str, dtype: DType, left: int, right: int) -> object:
    if op in _INTS:
        return _INTS[op](left, right)
    if op in ("<<", ">>"):
        if not 0 <= right < dtype.bits:
            return ABSENT
        return left << right if op == "<<" else left >> right
    small = op == "**" and right >= 0 and left.bit_length() * right <= 128
    return left**right if small else ABSENT


def _of_floats(op: str, dtype: DType, left: float, right: float) -> object:
    if op in _FLOATS:
        result = _FLOATS[op](left, right)
        tiny = dtype.bits < 64 and op == "/" and abs(result) < 2.0 ** (-12 if dtype.bits == 16 else -100)
        return ABSENT if tiny else result
    if dtype.bits < 64:
        return ABSENT
    if op in ("//", "%"):
        return left // right if op == "//" else left % right
    whole = left.is_integer() and right.is_integer() and right >= 0 and abs(left) < 2**26
    result = left**right if whole else 0.0
    return result if whole and abs(result) < 2**53 else ABSENT


def unary(op: str, what: What) -> What:
    """What `-x`, `+x` or `~x` gives for a numpy scalar."""
    dtype = dtype_of(what)
    if dtype is None:
        return Unknown(f"`{op}` of this numpy scalar")
    if (dtype.kind == "b" and op != "~") or (dtype.kind in "fc" and op == "~"):
        return raises("TypeError", f"unary `{op}` of numpy.{dtype.name}")
    value = number(what)
    if isinstance(value, Absent) or dtype.kind == "c":
        return scalar(dtype)
    return scalar(dtype, _unary_value(op, dtype, value))


def _unary_value(op: str, dtype: DType, value: object) -> object:
    if dtype.kind == "b":
        return not value
    if op == "~" and isinstance(value, int):
        return value ^ ((1 << dtype.bits) - 1) if dtype.kind == "u" else ~value
    if isinstance(value, (int, float)):
        return -value if op == "-" else value
    return ABSENT


def absolute(what: Instance) -> What:
    """What `abs()` gives for a numpy scalar."""
    dtype = dtype_of(what)
    if dtype is None:
        return Unknown("abs() of this numpy scalar")
    if dtype.kind == "c":
        return scalar(DType("f", dtype.bits // 2))
    return scalar(dtype, abs(what.value) if isinstance(what.value, (int, float)) else ABSENT)
