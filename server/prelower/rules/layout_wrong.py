"""# layout-wrong

## What it does
Reports `input_layouts` and `output_layouts` of `jax.ffi.ffi_call`, and `operand_layouts` of `ffi_lowering` and
`custom_call`, with more or fewer layouts than there are operands, with a number where a layout belongs, or with a
layout that is no permutation of the dimensions.

## Why JAX rejects it
A layout names the dimensions of one array, the fastest last for `ffi_call`. Each operand has one, so that a single
layout still stands in a list.

## When it fires
While tracing for the number: `ValueError`. At lowering for the dimensions: `ValueError`.

## Example
```python
jax.ffi.ffi_call("scale", out, input_layouts=(0, 1))(x)
```

## Use instead
```python
jax.ffi.ffi_call("scale", out, input_layouts=[(0, 1)])(x)
```

## Fix safety
There is no fix.

## Limits
The operands are counted where the program shows the call of what `ffi_call` gives, and dimensions where the shapes of
the operands are known.

## Since
Since JAX 0.5.0.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.rules.counts import counts
from prelower.values.model import Array, Call, Known, Mapping, What
from prelower.values.model import Sequence as Items

NUMBER = "The number of input arguments ({}) must equal the number of input layouts ({})."
NO_LAYOUT = "'{}' object is not subscriptable"
NO_TEXT = "invalid literal for int() with base 10: {!r}"
NOT_FITTING = "Cannot lower jaxpr with verifier errors:"
DETAIL = "layout {} is no permutation of the dimensions {}"


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The layouts, with what is known of the operands or the result."""
    if "input_layouts" in call.arguments:
        known = counts(call, calls).operands
        yield Subject(call.arguments["input_layouts"], "input_layouts", beside=(known, _operand_ranks(call, calls)))
    if "output_layouts" in call.arguments:
        out = checks.only(call.arguments.get("result_shape_dtypes"))
        yield Subject(call.arguments["output_layouts"], "output_layouts", beside=_rank(out))


def _operand_ranks(call: Call, calls: Calls) -> list[int | None]:
    """The dimensions of each operand, of one call of the result."""
    results = calls.results(call)
    known = [[_rank(checks.only(a)) for n, a in r.arguments.items() if n.startswith("*")] for r in results]
    sure = [ranks for ranks in known if None not in ranks]
    return list(sure[0]) if sure and all(ranks == sure[0] for ranks in sure) else []


def _rank(what: What | None) -> int | None:
    return len(what.shape) if isinstance(what, Array) and what.shape is not None else None


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on the layouts; None where they pass or are not known."""
    if jax.at_least("0.4.36") is False or checks.is_none(what):
        return None
    if subject.label == "output_layouts":
        return _of_result(what, subject.beside)
    operands, ranks = subject.beside
    count = checks.length_of(what)
    if count is not None and operands is not None and count != operands:
        return Verdict(NUMBER.format(operands, count), early=True)
    if not isinstance(what, Items):
        return None
    for index, item in enumerate(what.items):
        said = _of_one(item[0].what, ranks[index] if index < len(ranks) else None) if len(item) == 1 else None
        if said is not None:
            return said
    return None


def _of_result(what: What, rank: int | None) -> Verdict | None:
    if rank is not None and isinstance(what, Items) and what.items and isinstance(what.items[0][0].what, Items):
        return Verdict(NOT_FITTING, note="the layout of a single result stands alone, not in a list")
    return _of_one(what, rank)


def _of_one(what: What, rank: int | None) -> Verdict | None:
    """What JAX says on one layout."""
    name = checks.built_in(what)
    if name in ("int", "float", "bool"):
        return Verdict(NO_LAYOUT.format(name), early=True)
    if isinstance(what, Mapping) and name == "dict":
        return Verdict("slice(None, None, -1)", note="a layout is a sequence of dimensions", early=True)
    if isinstance(what, Known) and isinstance(what.value, str) and what.value and not what.value[-1].isdigit():
        return Verdict(NO_TEXT.format(what.value[-1]))
    if not isinstance(what, Items) or what.rest or name not in ("tuple", "list"):
        return None
    return _of_dimensions(what, rank)


def _of_dimensions(what: Items, rank: int | None) -> Verdict | None:
    found: list[int] = []
    for item in reversed(what.items):
        value = item[0].what.value if len(item) == 1 and isinstance(item[0].what, Known) else None
        if isinstance(value, str) and not value.strip().isdigit():
            return Verdict(NO_TEXT.format(value))
        if not isinstance(value, (int, float)):
            return None
        found.append(int(value))
    if rank is None or sorted(found) == list(range(rank)):
        return None
    return Verdict(NOT_FITTING, note=DETAIL.format(tuple(reversed(found)), tuple(range(rank))))


EXAMPLES = (
    Example("ffi:input_layouts", "(0, 1)", NUMBER.format(1, 2)),
    Example("ffi:input_layouts", "[]", NUMBER.format(1, 0)),
    Example("ffi:input_layouts", "[1]", NO_LAYOUT.format("int")),
    Example("ffi:input_layouts", "[(0, 0)]", NOT_FITTING),
    Example("ffi:input_layouts", '[("a", "b")]', NO_TEXT.format("b")),
    Example("ffi:output_layouts", "(0,)", NOT_FITTING),
    Example("ffi:output_layouts", "[(0, 1)]", NOT_FITTING),
    Example("ffi:input_layouts", "[(1, 0)]", why="a permutation for the one operand"),
    Example("ffi:input_layouts", "[None]", why="the default layout"),
    Example("ffi:output_layouts", "[0, 1]", why="the layout of the one result"),
)

RULE = Rule(
    name="layout-wrong",
    summary="A layout of an FFI call does not fit its operand or result.",
    page=__doc__,
    targets=("ffi.ffi_call",),
    guard="layouts",
    accepts="a layout for each operand",
    since="0.5.0",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
