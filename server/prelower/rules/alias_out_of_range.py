"""# alias-out-of-range

## What it does
Reports entries of `input_output_aliases` of `pallas_call` and `ffi_call` whose input or output is no index into the
operands or results of the call.

## Why JAX rejects it
JAX looks each index up before it lowers the call. For `pallas_call` an index must be an integer from 0 on, below the
number of operands or outputs; `ffi_call` converts what is given to an `int` first.

## When it fires
While tracing: `ValueError`, or `TypeError` where `ffi_call` cannot convert. `interpret=True` makes no difference.

## Example
```python
pl.pallas_call(kernel, out_shape=out, input_output_aliases={0: 1})(x)
```

## Use instead
```python
pl.pallas_call(kernel, out_shape=out, input_output_aliases={0: 0})(x)
```

## Fix safety
There is no fix.

## Limits
The operands are counted where the program shows the call of what `pallas_call` or `ffi_call` gives; operands that are
trees of arrays are not counted. Where the numbers are not known, only what can be no index at all is reported.

## Since
Since JAX 0.4.31 for `pallas_call`, 0.4.36 for `ffi_call`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.rules.counts import Counts, counts
from prelower.values.model import Argument, Call, Known, Mapping, Possible, What

OUTSIDE = "input_output_aliases contains the mapping '{}:{}' with {} index {} outside the range [0, {}){}"
VERIFIER = "Cannot lower jaxpr with verifier errors:"
NO_INDEX = "tuple indices must be integers or slices, not float"
NO_INT = "int() argument must be a string, a bytes-like object or a real number, not '{}'"
NO_TEXT = "invalid literal for int() with base 10: {!r}"


_SINCE = {"pallas.pallas_call": "0.4.31", "ffi.ffi_call": "0.4.36"}


class Pair(NamedTuple):
    """An entry of the aliases, and how many operands and results the call has."""

    key: What
    value: What
    counts: Counts


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The entries that are surely there."""
    given = call.arguments.get("input_output_aliases")
    for possible in given.value if given else ():
        for entry in possible.what.entries if isinstance(possible.what, Mapping) else ():
            if entry.sure and len(entry.value) == 1:
                pair = Pair(entry.key, entry.value[0].what, counts(call, calls))
                place = entry.place or given.given  # type: ignore[union-attr]
                argument = Argument((Possible(pair.value, (), possible.under),), place, given.handed or given.given)  # type: ignore[union-attr]
                yield Subject(argument, "input_output_aliases", beside=pair, container=possible)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on an entry; None where it passes or is not known."""
    if jax.at_least(_SINCE[call.target]) is False:
        return None
    pair: Pair = subject.beside
    judged = _of_ffi if call.target == "ffi.ffi_call" else _of_pallas
    said = judged(pair)
    return Verdict(said, early=said != VERIFIER) if said else None


def _of_pallas(pair: Pair) -> str | None:
    for kind, what, count in (("input", pair.key, pair.counts.operands), ("output", pair.value, pair.counts.results)):
        if _is_index(what, count) is False and count is not None:
            key, value, index = (checks.printed_value(w) for w in (pair.key, pair.value, what))
            return OUTSIDE.format(key, value, kind, index, count, "")
    return NO_INDEX if checks.built_in(pair.key) == "float" else None


def _is_index(what: What, count: int | None) -> bool | None:
    """Whether a value is an index below a count; None where that is not known."""
    name = checks.built_in(what)
    value = what.value if isinstance(what, Known) else None
    if name in ("int", "bool") and isinstance(value, int):
        return value >= 0 if count is None else 0 <= value < count
    if name == "float" and count is not None and isinstance(value, float):
        return value.is_integer() and 0 <= value < count
    return False if name in ("str", "NoneType", "tuple", "list", "bytes") else None


def _of_ffi(pair: Pair) -> str | None:
    numbers = []
    for what in (pair.key, pair.value):
        number = _converted(what)
        if isinstance(number, str):
            return number
        numbers.append(number)
    if numbers[0] is not None and numbers[0] < 0:
        return VERIFIER
    for kind, number, count in zip(("input", "output"), numbers, (pair.counts.operands, pair.counts.results)):
        if number is not None and count is not None and number >= count:
            return OUTSIDE.format(numbers[0], numbers[1], kind, number, count, ".")
    return None


def _converted(what: What) -> int | str | None:
    """What `int(...)` makes of a value: a number, what it says on one that it cannot convert, or None."""
    name = checks.built_in(what)
    value = what.value if isinstance(what, Known) else None
    if name in ("NoneType", "tuple", "list", "dict", "set"):
        return NO_INT.format(name)
    if isinstance(value, (str, int, float)):
        try:
            return int(value)
        except ValueError:
            return NO_TEXT.format(value) if isinstance(value, str) else None
        except OverflowError:
            return None
    return None


EXAMPLES = (
    Example("pallas:input_output_aliases", "{0: 1}", OUTSIDE.format(0, 1, "output", 1, 1, ""), shown="1"),
    Example("pallas:input_output_aliases", "{1: 0}", OUTSIDE.format(1, 0, "input", 1, 1, ""), shown="0"),
    Example("pallas:input_output_aliases", '{"0": 0}', OUTSIDE.format(0, 0, "input", 0, 1, ""), shown="0"),
    Example("pallas:input_output_aliases", "{-1: 0}", OUTSIDE.format(-1, 0, "input", -1, 1, ""), shown="0"),
    Example("ffi:input_output_aliases", "{0: 1}", OUTSIDE.format(0, 1, "output", 1, 1, "."), shown="1"),
    Example("ffi:input_output_aliases", "{0: None}", NO_INT.format("NoneType"), shown="None"),
    Example("ffi:input_output_aliases", '{"a": 0}', NO_TEXT.format("a"), shown="0"),
    Example("pallas:input_output_aliases", "{0.0: 0}", NO_INDEX, shown="0"),
    Example("ffi:input_output_aliases", "{-1: 0}", VERIFIER, shown="0"),
    Example("pallas:input_output_aliases", "{0: 0}", why="the first of each"),
    Example("ffi:input_output_aliases", '{"0": 0}', why="converted to an int"),
)

RULE = Rule(
    name="alias-out-of-range",
    summary="An alias names an input or output that the call does not have.",
    page=__doc__,
    targets=("pallas.pallas_call", "ffi.ffi_call"),
    guard="input_output_aliases",
    accepts="a `dict` from operands to results",
    since="0.4.31",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
