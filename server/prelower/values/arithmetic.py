"""Operators: what Python and numpy 2 make of two values, to the type exactly, within bounds."""

from __future__ import annotations

import operator
from collections.abc import Callable

from prelower.values import arrays, containers, numeric
from prelower.values.classinfo import class_of, is_ours
from prelower.values.model import (
    Absent,
    Array,
    Callable_,
    Instance,
    Known,
    Library,
    Mapping,
    Record,
    Sequence,
    Unknown,
    What,
)
from prelower.values.plain import (
    BYTES,
    COMPLEX,
    FLOAT,
    INT,
    MAX_BITS,
    MAX_LENGTH,
    STR,
    class_name,
    exact,
    known,
    plain,
    raises,
)
from prelower.values.scalars import is_scalar
from prelower.values.truth import truth

PLAIN_OPERATORS: dict[str, Callable[[object, object], object]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "@": operator.matmul,
}
_UNARY: dict[str, Callable[[int], object]] = {
    "+": operator.pos,
    "-": operator.neg,
    "~": operator.invert,
}
_RANK = {"builtins.bool": 0, "builtins.int": 1, "builtins.float": 2, "builtins.complex": 3}
_BY_RANK = (INT, INT, FLOAT, COMPLEX)
_INTEGER_ONLY = ("<<", ">>", "&", "|", "^")


def binary(op: str, left: What, right: What) -> What:
    """What `left op right` gives; Unknown(`raises ...`) where it is known to raise."""
    if op == "%" and class_name(left) in ("builtins.str", "builtins.bytes"):
        return containers.percent(left, right)
    for side in (left, right):
        reason = _not_known(side)
        if reason:
            return Unknown(reason)
    if isinstance(left, Array) or isinstance(right, Array):
        return arrays.binary(op, left, right)
    if is_scalar(left) or is_scalar(right):
        return _with_scalar(op, left, right)
    if isinstance(left, (Sequence, Mapping)) or isinstance(right, (Sequence, Mapping)):
        return containers.binary(op, left, right)
    return _builtin(op, left, right)


def _not_known(side: What) -> str | None:
    """Why nothing can be said of an operator with this operand, None where something can."""
    if isinstance(side, Unknown):
        return side.reason
    if isinstance(side, (Record, Callable_, Library)):
        return "an operator of a class that is not known"
    cls = class_of(side)
    if cls is None or not is_ours(cls.name) or not cls.known:
        return "an operator of a class that is not known"
    return None


def _with_scalar(op: str, left: What, right: What) -> What:
    if isinstance(left, (Sequence, Mapping)) or isinstance(right, (Sequence, Mapping)):
        return containers.binary(op, left, right)
    return numeric.binary(op, left, right)


def _builtin(op: str, left: What, right: What) -> What:
    values = plain(left), plain(right)
    if not any(isinstance(value, Absent) for value in values):
        return _computed(op, *values)
    names = _class_names(left), _class_names(right)
    if names[0] in _RANK and names[1] in _RANK:
        return _loosened(_of_numbers(op, names[0], names[1], values[1]), left, right)
    return _loosened(_of_texts(op, names), left, right)


def _class_names(what: What) -> str:
    cls = class_of(what)
    return cls.name if cls else ""


def _loosened(result: What, left: What, right: What) -> What:
    """The result, inexact where a subclass of an operand's class might have its own operator."""
    loose = any(isinstance(side, Instance) and not side.exact for side in (left, right))
    if not loose or isinstance(result, Unknown):
        return result
    cls = class_of(result)
    return Instance(cls, exact=False) if cls else result


def _computed(op: str, left: object, right: object) -> What:
    """The result on two plain values, computed by Python itself unless it would be large."""
    large = _large(op, left, right)
    if large is not None:
        return large
    try:
        return known(PLAIN_OPERATORS[op](left, right))
    except (ArithmeticError, TypeError, ValueError, MemoryError) as error:
        return raises(error, f"`{op}` between {type(left).__name__} and {type(right).__name__}")


def _large(op: str, left: object, right: object) -> What | None:
    """The class of a result that is too large to compute, None where it is small."""
    if op == "*" and isinstance(left, (str, bytes)) != isinstance(right, (str, bytes)):
        text, count = (left, right) if isinstance(left, (str, bytes)) else (right, left)
        if isinstance(count, int) and isinstance(text, (str, bytes)) and len(text) * count > MAX_LENGTH:
            return exact(f"builtins.{type(text).__name__}")
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    if op == "**" and right > 0 and left.bit_length() * right > MAX_BITS * 2 and abs(left) > 1:
        return INT
    return INT if op == "<<" and right > MAX_BITS and left else None


def _of_numbers(op: str, left: str, right: str, right_value: object) -> What:
    """The class of an operation on Python's numbers, where a value is not known."""
    rank = max(_RANK[left], _RANK[right])
    if op in _INTEGER_ONLY:
        if rank > 1:
            return raises("TypeError", f"`{op}` on a float")
        return exact("builtins.bool") if rank == 0 and op in ("&", "|", "^") else INT
    if op == "@" or (rank == 3 and op in ("//", "%")):
        return raises("TypeError", f"`{op}` on numbers")
    if op in ("/", "//", "%") and isinstance(right_value, (int, float, complex)) and right_value == 0:
        return raises("ZeroDivisionError", f"`{op}` by zero")
    if op == "/":
        return COMPLEX if rank == 3 else FLOAT
    return _power(rank, right_value) if op == "**" else _BY_RANK[rank]


def _power(rank: int, exponent: object) -> What:
    """A power is an int only if the exponent is known not to be negative, and a float only if no root is taken."""
    if rank == 3:
        return COMPLEX
    if isinstance(exponent, (int, float)) and not isinstance(exponent, Absent):
        if rank < 2:
            return INT if exponent >= 0 else FLOAT
        return FLOAT if float(exponent).is_integer() else Unknown("a float to a fraction may be complex")
    return Unknown("a power whose exponent is not known")


def _of_texts(op: str, names: tuple[str, str]) -> What:
    first, second = names
    for name, result in (("builtins.str", STR), ("builtins.bytes", BYTES)):
        if op == "+" and first == second == name:
            return result
        if op == "*" and {first, second} in ({name, "builtins.int"}, {name, "builtins.bool"}):
            return result
    return _of_objects(op, first, second)


def _of_objects(op: str, first: str, second: str) -> What:
    """Operators of the standard library's value types, by class."""
    result = _OBJECTS.get((first, op, second))
    return exact(result) if result else Unknown(f"`{op}` between these classes")


def _objects() -> dict[tuple[str, str, str], str]:
    table: dict[tuple[str, str, str], str] = {}
    for other in ("builtins.bytes", "builtins.bytearray"):
        table["builtins.bytearray", "+", other] = "builtins.bytearray"
    table["builtins.bytes", "+", "builtins.bytearray"] = "builtins.bytes"
    decimal, fraction, delta = "decimal.Decimal", "fractions.Fraction", "datetime.timedelta"
    for name, ops in ((decimal, ("+", "-", "*", "/", "//", "%", "**")), (fraction, ("+", "-", "*", "/", "%"))):
        for op in ops:
            for other in (name, "builtins.int", "builtins.bool"):
                table[name, op, other] = table[other, op, name] = name
    for op in ("+", "-", "*", "/", "//", "%"):
        table[fraction, op, "builtins.float"] = table["builtins.float", op, fraction] = "builtins.float"
    for other in (fraction, "builtins.int", "builtins.bool"):
        table[fraction, "//", other] = table[other, "//", fraction] = "builtins.int"
    for op in ("+", "-"):
        table["datetime.datetime", op, delta] = "datetime.datetime"
        table["datetime.date", op, delta] = "datetime.date"
        table[delta, op, delta] = delta
    table["datetime.datetime", "-", "datetime.datetime"] = table["datetime.date", "-", "datetime.date"] = delta
    table[delta, "/", delta], table[delta, "//", delta] = "builtins.float", "builtins.int"
    for number in ("builtins.int", "builtins.float"):
        table[delta, "*", number] = table[number, "*", delta] = table[delta, "/", number] = delta
    for path in ("pathlib.Path", "pathlib.PosixPath", "pathlib.PurePath", "pathlib.PurePosixPath"):
        for other in ("builtins.str", path):
            table[path, "/", other] = path
        table["builtins.str", "/", path] = path
    return table


_OBJECTS = _objects()


def unary(op: str, what: What) -> What:
    """What `-x`, `+x`, `~x` or `not x` gives."""
    if op == "not":
        return _not(what)
    reason = _not_known(what)
    if reason:
        return Unknown(reason)
    if isinstance(what, Array):
        return what._replace(text=None) if what.dtype not in (None, "numpy.bool") and what.shape != () else _array(what)
    if is_scalar(what):
        return numeric.unary(op, what)
    value = plain(what)
    if not isinstance(value, Absent):
        return _unary_of_plain(op, value)
    name = _class_names(what)
    if name not in _RANK or (op == "~" and _RANK[name] > 1):
        return Unknown(f"`{op}` of this class")
    return _loosened(_BY_RANK[_RANK[name]], what, what)


def _array(what: Array) -> What:
    jax = what.cls.name == "jax.Array"
    return Array(what.cls, what.shape) if jax else Unknown("an operator of an array")


def _unary_of_plain(op: str, value: object) -> What:
    try:
        return known(-1 - value if op == "~" and isinstance(value, bool) else _UNARY[op](value))  # type: ignore[arg-type]
    except TypeError as error:
        return raises(error, f"unary `{op}` of {type(value).__name__}")


def _not(what: What) -> What:
    answer = truth(what)
    if answer is None:
        return (
            exact("builtins.bool") if not isinstance(what, Array) or what.shape == () else Unknown("truth of an array")
        )
    return Known(not answer)
