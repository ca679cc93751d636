"""Numpy's scalars without numpy: kinds and sizes, promotion (NEP 50), casts, and how they print."""

from __future__ import annotations

import math
import struct
from typing import NamedTuple

from prelower.values.classinfo import info
from prelower.values.model import ABSENT, Absent, Instance, What
from prelower.values.plain import class_name


class DType(NamedTuple):
    """A number type: kind is b(ool), i(nt), u(nsigned), f(loat) or c(omplex), `bits` its size."""

    kind: str
    bits: int

    @property
    def name(self) -> str:
        """The name without `numpy.`: `float32`."""
        return "bool" if self.kind == "b" else f"{_WORDS[self.kind]}{self.bits}"

    @property
    def bytes(self) -> int:
        """The size of one item in bytes."""
        return self.bits // 8


_WORDS = {"i": "int", "u": "uint", "f": "float", "c": "complex"}
BOOL8, INT8, INT64, FLOAT64, COMPLEX128 = (
    DType("b", 8),
    DType("i", 8),
    DType("i", 64),
    DType("f", 64),
    DType("c", 128),
)
DTYPES = {
    dtype.name: dtype
    for dtype in (
        BOOL8,
        *(DType(kind, bits) for kind in "iu" for bits in (8, 16, 32, 64)),
        *(DType("f", bits) for bits in (16, 32, 64)),
        *(DType("c", bits) for bits in (64, 128)),
    )
}
ITEM_BYTES = {
    **{name: dtype.bytes for name, dtype in DTYPES.items()},
    "bfloat16": 2,
    **dict.fromkeys(["int2", "int4", "uint2", "uint4", "float4_e2m1fn", "float8_e3m4", "float8_e4m3"], 1),
    **dict.fromkeys(
        ["float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"],
        1,
    ),
}
"""The bytes that one item takes in memory, also for ml_dtypes' types."""

_FLOAT_FORMATS = {16: "e", 32: "f", 64: "d"}


def dtype_of(what: What) -> DType | None:
    """The number type of a numpy scalar, None for anything else."""
    name = class_name(what) if isinstance(what, Instance) else ""
    return DTYPES.get(name[6:]) if name.startswith("numpy.") else None


def is_scalar(what: What) -> bool:
    """Whether it is a numpy scalar (of any type, numbers or not)."""
    return isinstance(what, Instance) and what.cls.derives("numpy.generic")


def scalar(dtype: DType, value: object = ABSENT) -> Instance:
    """A numpy scalar of that type; the value is cast to it, and left out where that fails."""
    return Instance(info(f"numpy.{dtype.name}"), value=cast(value, dtype))


def cast(value: object, dtype: DType) -> object:
    """The plain value of a number as that type holds it; ABSENT where it is not known or does not fit."""
    if not isinstance(value, (bool, int, float, complex)):
        return ABSENT
    try:
        return _CASTS[dtype.kind](value, dtype.bits)
    except (TypeError, ValueError, OverflowError):
        return ABSENT


def _to_bool(value: object, bits: int) -> object:
    return bool(value)


def _to_int(value: object, bits: int) -> object:
    if isinstance(value, complex):
        return ABSENT
    number = int(value)  # type: ignore[call-overload]
    return number if -(1 << bits - 1) <= number < 1 << bits - 1 else ABSENT


def _to_uint(value: object, bits: int) -> object:
    if isinstance(value, complex):
        return ABSENT
    number = int(value)  # type: ignore[call-overload]
    return number if 0 <= number < 1 << bits else ABSENT


def _to_float(value: object, bits: int) -> object:
    if isinstance(value, complex):
        return ABSENT
    return rounded(float(value), bits)  # type: ignore[arg-type]


def _to_complex(value: object, bits: int) -> object:
    number = complex(value)  # type: ignore[call-overload]
    return complex(rounded(number.real, bits // 2), rounded(number.imag, bits // 2))


_CASTS = {"b": _to_bool, "i": _to_int, "u": _to_uint, "f": _to_float, "c": _to_complex}


def rounded(value: float, bits: int) -> float:
    """The float nearest to it that has so many bits; past the end it is infinite."""
    if bits == 64 or not math.isfinite(value):
        return value
    letter = _FLOAT_FORMATS[bits]
    try:
        result: float = struct.unpack(letter, struct.pack(letter, value))[0]
        return result
    except OverflowError:
        return math.copysign(math.inf, value)


def promote(left: DType, right: DType) -> DType:
    """The type that numpy gives two of its types in common."""
    if left == right or right.kind == "b":
        return left
    if left.kind == "b":
        return right
    kinds = left.kind + right.kind
    if kinds in ("ii", "uu", "ff", "cc"):
        return max(left, right, key=lambda dtype: dtype.bits)
    if set(kinds) == {"i", "u"}:
        return _signed_unsigned(*((left, right) if kinds == "iu" else (right, left)))
    return _inexact(left, right)


def _signed_unsigned(signed: DType, unsigned: DType) -> DType:
    if unsigned.bits < signed.bits:
        return signed
    return FLOAT64 if unsigned.bits == 64 else DType("i", unsigned.bits * 2)


def _inexact(left: DType, right: DType) -> DType:
    bits = max(_float_bits(left), _float_bits(right))
    return DType("c", max(bits, 32) * 2) if "c" in (left.kind, right.kind) else DType("f", bits)


def _float_bits(dtype: DType) -> int:
    """The size of the smallest float that holds all values of the type (int64 apart, which gets float64)."""
    if dtype.kind == "c":
        return dtype.bits // 2
    return dtype.bits if dtype.kind == "f" else min(dtype.bits * 2, 64)


_WEAK = {"bool": BOOL8, "int": INT64, "float": FLOAT64, "complex": COMPLEX128}


def weak(dtype: DType, python: str) -> DType:
    """The type of a numpy scalar or array with a Python `bool`, `int`, `float` or `complex`, which give way."""
    other = _WEAK[python]
    if python == "bool":
        return dtype
    if dtype.kind == "c" or (dtype.kind == "f" and python != "complex") or (dtype.kind in "iu" and python == "int"):
        return dtype
    if python == "complex" and dtype.kind == "f":
        return DType("c", max(dtype.bits, 32) * 2)
    return other


def default_dtype(python: str) -> DType:
    """The type that numpy gives a Python number alone."""
    return _WEAK[python]


def text_of_scalar(what: Instance) -> str | None:
    """What `str()` prints of a numpy scalar, where that is the same for each numpy 2."""
    dtype = dtype_of(what)
    if dtype is None or isinstance(what.value, Absent):
        return str(what.value) if isinstance(what.value, (str, bytes)) else None
    if dtype.kind != "f" or dtype.bits == 64:
        return str(what.value) if dtype != DType("c", 64) else None
    return _short_float(what.value, dtype.bits)


def _short_float(value: float, bits: int) -> str | None:
    """The shortest digits that give the value back; larger ones print differently from release to release."""
    if not math.isfinite(value):
        return str(value)
    if value and not 1e-3 <= abs(value) < (1e3 if bits == 16 else 1e6):
        return None
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if rounded(float(text), bits) == value:
            return repr(float(text))
    return None


def repr_of_scalar(what: Instance) -> str | None:
    """What `repr()` prints of a numpy scalar: `np.int64(8)`, `np.True_`."""
    text = text_of_scalar(what)
    if text is None:
        return None
    name = what.cls.name.removeprefix("numpy.")
    if name == "bool":
        return f"np.{text}_"
    if name in ("str_", "bytes_"):
        return f"np.{name}({what.value!r})"
    return f"np.{name}{text}" if text.startswith("(") else f"np.{name}({text})"
