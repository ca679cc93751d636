"""How many operands and results a Pallas or FFI call has, where the program shows it."""

from __future__ import annotations

from typing import NamedTuple

from prelower.rules import checks
from prelower.rules.base import Calls
from prelower.values.classinfo import class_of
from prelower.values.model import Array, Call, Library, Mapping, Possible, Sequence, Value, What

_OUT = {"pallas.pallas_call": "out_shape", "ffi.ffi_call": "result_shape_dtypes"}


class Counts(NamedTuple):
    """The numbers of operands and of results; None where one is not known."""

    operands: int | None
    results: int | None


def counts(call: Call, calls: Calls) -> Counts:
    """The numbers of a call of `pallas_call` or `ffi_call`."""
    return Counts(_operands(call, calls), _results(call))


def _operands(call: Call, calls: Calls) -> int | None:
    """The operands that all calls of the result agree on; only arrays count as one each."""
    found: set[int | None] = set()
    for result in calls.results(call):
        given = [a for name, a in result.arguments.items() if name.startswith("*")]
        plain = all(_is_array(p.what) for a in given for p in a.value)
        found.add(None if result.rest_unknown or not plain else len(given))
    return found.pop() if len(found) == 1 else None


def _is_array(what: What) -> bool:
    cls = class_of(what)
    if isinstance(what, Array):
        return True
    return cls is not None and cls.derives("jax.Array", "numpy.ndarray", "builtins.int", "builtins.float")


def _results(call: Call) -> int | None:
    what = checks.only(call.arguments.get(_OUT[call.target]))
    if isinstance(what, Sequence):
        arrays = not what.rest and all(_shaped(value) for value in what.items)
        return len(what.items) if arrays and what.cls.name in ("builtins.tuple", "builtins.list") else None
    return 1 if what is not None and _shaped((Possible(what),)) else None


def _shaped(value: Value) -> bool:
    return bool(value) and all(isinstance(p.what, Array) for p in value)


def is_shape(what: What) -> bool | None:
    """Whether a value has a shape and a type, as a result must be described; None where that is not known."""
    if isinstance(what, Array):
        return True
    if isinstance(what, Library):
        return False if what.name.startswith(("jax.numpy.", "builtins.")) else None
    name = checks.built_in(what)
    if name is None or isinstance(what, (Mapping, Sequence)):
        return None
    return False if name in ("int", "float", "str", "bytes", "bool", "complex", "NoneType") else None
