"""The `operator` module: the operators by name."""

from __future__ import annotations

import operator

from prelower.values.arithmetic import binary, unary
from prelower.values.library.conversions import FUNCTIONS as CONVERSIONS
from prelower.values.library.table import Args, Function, Keywords, attempt, object_of
from prelower.values.model import Absent, Instance
from prelower.values.plain import INT, Result, index
from prelower.values.truth import compare

_BINARY = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "lshift": "<<",
    "rshift": ">>",
    "and_": "&",
    "or_": "|",
    "xor": "^",
    "matmul": "@",
    "concat": "+",
}
_COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "is_": "is", "is_not": "is not"}
_UNARY = {"neg": "-", "pos": "+", "inv": "~", "invert": "~", "not_": "not"}


def _binary(op: str) -> Function:
    return lambda args, keywords: binary(op, *args) if len(args) == 2 else None


def _compare(op: str) -> Function:
    return lambda args, keywords: compare(op, *args) if len(args) == 2 else None


def _unary(op: str) -> Function:
    return lambda args, keywords: unary(op, *args) if len(args) == 1 else None


def _contains(args: Args, keywords: Keywords) -> Result:
    return compare("in", args[1], args[0]) if len(args) == 2 else None


def _index(args: Args, keywords: Keywords) -> Result:
    value = object_of(args[0]) if len(args) == 1 and not isinstance(args[0], Instance) else Absent()
    if args and isinstance(index(args[0]), int):
        value = index(args[0])
    return INT if isinstance(value, Absent) else attempt(operator.index, value)


FUNCTIONS: dict[str, Function] = {
    **{f"operator.{name}": _binary(op) for name, op in _BINARY.items()},
    **{f"operator.{name}": _compare(op) for name, op in _COMPARE.items()},
    **{f"operator.{name}": _unary(op) for name, op in _UNARY.items()},
    "operator.contains": _contains,
    "operator.index": _index,
    "operator.abs": CONVERSIONS["builtins.abs"],
    "operator.truth": CONVERSIONS["builtins.bool"],
    "operator.countOf": lambda args, keywords: INT,
    "operator.length_hint": lambda args, keywords: INT,
}
