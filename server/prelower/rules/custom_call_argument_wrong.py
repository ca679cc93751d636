"""# custom-call-argument-wrong

## What it does
Reports arguments of the private `custom_call`, and layouts of `ffi_lowering`, that the MLIR bindings or the verifier
refuse: numbers among the operands or the called computations, result types that are texts or missing, plain values as
extra attributes, layouts that are no permutation, a text as `backend_config` with an `api_version` of 4.

## Why JAX rejects it
The arguments are made into one operation of the StableHLO dialect. What has no form there fails in the bindings; what
has one but makes no sense fails when the finished module is verified.

## When it fires
At lowering: `TypeError`, `ValueError` or jaxlib's `MLIRError`, some with no hint at the argument.

## Example
```python
mlir.custom_call("scale", result_types=["f32"], operands=[x])
```

## Use instead
```python
mlir.custom_call("scale", result_types=[x.type], operands=[x])
```

## Fix safety
There is no fix.

## Limits
The dimensions of operands and results are not known inside a lowering rule: only layouts that fit no operand at all
are reported.

## Since
In every JAX release; the verifier asks for a dict with version 4 since 0.4.31. Up to 0.4.31 `ffi_lowering` dropped
layouts, and failed where only one of the two was given.
"""

from __future__ import annotations

from collections.abc import Iterable

from prelower.rules import checks
from prelower.rules.base import Calls, Example, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Argument, Call, Known, Mapping, Possible, What
from prelower.values.model import Sequence as Items

VERIFIER = "Cannot lower jaxpr with verifier errors:"
OPERAND = 'Operand {} of operation "stablehlo.custom_call" must be a Value (is not a Value)'
_NO_VALUE = 'Operand {} of operation "stablehlo.custom_call" must be a Value ({})'
_NO_TYPE = 'Result {} of operation "stablehlo.custom_call" must be a Type ({})'
RESULT = _NO_TYPE.replace("({})", "(std::bad_cast)")
ATTRIBUTE = 'Invalid attribute value for the key "{}" when attempting to create the operation "stablehlo.custom_call"'
NO_RESULTS = "Operation creation failed:"
_NO_RESULTS = (("0.4.30", "Operation creation failed"), ("0.8.2", NO_RESULTS))
_KEYS = (("0.4.30", True), ("0.5.0", False), ("0.11.2", True))
"""When the number of an operand had to be an int; for a while a text of it was read."""
NO_TEXT = "invalid literal for int() with base 10: {!r}"
NO_INT = "int() argument must be a string, a bytes-like object or a real number, not '{}'"
_PLAIN = ("int", "float", "str", "bytes", "bool", "NoneType", "complex")
UNEQUAL = "{} has {} items for {} results"
_WHOLE = (
    "result_layouts",
    "result_tilings",
    "backend_config",
    "result_types",
    "operand_layouts",
    "operand_output_aliases",
    "extra_attributes",
)
_ITEMS = ("operands", "result_types", "called_computations", "result_shapes")


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The arguments, and the items of those that are sequences."""
    for name in ("operand_layouts",) if call.target == "ffi.ffi_lowering" else _WHOLE:
        if name in call.arguments:
            yield Subject(call.arguments[name], name, beside=_count(call))
    for name in _ITEMS if call.target == "mlir.custom_call" else ():
        what = checks.only(call.arguments.get(name))
        for index, item in enumerate(what.items if isinstance(what, Items) else ()):
            given = call.arguments[name]
            yield Subject(Argument(item, given.given, given.handed), f"{name}[]", beside=(index, _count(call)))
    if "backend_config" not in call.arguments and call.target == "mlir.custom_call" and _version(call) == 4:
        place = call.arguments["api_version"]
        yield Subject(Argument((Possible(Known(None)),), place.given, place.handed), "backend_config")


def _count(call: Call) -> int | None:
    what = checks.only(call.arguments.get("operands"))
    return checks.length_of(what) if what is not None else None


def _version(call: Call) -> object:
    what = checks.only(call.arguments.get("api_version"))
    return what.value if isinstance(what, Known) else None


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """What the bindings or the verifier say of an argument; None where it passes or is not known."""
    if call.target == "ffi.ffi_lowering" and jax.at_least("0.4.33") is False:
        return _dropped(what, call)
    if subject.label.endswith("[]"):
        return _of_item(what, subject, jax)
    return _JUDGES[subject.label](what, subject, call, jax)


def _of_item(what: What, subject: Subject, jax: JaxView) -> Verdict | None:
    if checks.built_in(what) not in _PLAIN:
        return None
    index, count = subject.beside
    if subject.label == "called_computations[]":
        text = checks.built_in(what) in ("str", "bytes")
        return None if text else Verdict(checks.BOOL_WANTED, note="a computation is given by its name")
    cast = checks.bad_cast(what, jax)
    if subject.label == "result_types[]":
        return Verdict(_NO_TYPE.format(index, cast)) if cast else None
    if subject.label == "result_shapes[]" and count is None:
        return None
    index += count if subject.label == "result_shapes[]" else 0
    if jax.at_least("0.5.1"):
        return Verdict(OPERAND.format(index))
    return Verdict(_NO_VALUE.format(index, cast)) if cast else None


def _config(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    plain = checks.built_in(what) in ("str", "bytes", "NoneType") and jax.at_least("0.4.31") is not False
    return Verdict(VERIFIER, note="version 4 takes a dict of attributes") if _version(call) == 4 and plain else None


def _types(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    said = in_release(jax, _NO_RESULTS) if checks.is_none(what) else None
    return Verdict(said, note="the types of the results cannot be inferred") if said else None


def _layouts(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    if isinstance(what, Known) and isinstance(what.value, str) and what.value and not what.value[0].isdigit():
        return Verdict(NO_TEXT.format(what.value[0]))
    if not isinstance(what, Items) or what.rest:
        return None
    if subject.beside is not None and subject.beside != len(what.items) or not what.items:
        return Verdict(VERIFIER, note=f"{len(what.items)} layouts for {subject.beside or 'the'} operands")
    for item in what.items:
        said = _layout(item[0].what, call) if len(item) == 1 else None
        if said is not None:
            return said
    return None


def _dropped(what: What, call: Call) -> Verdict | None:
    """Up to 0.4.31 layouts that were given were dropped, and the default of the others stayed."""
    both = "result_layouts" in call.arguments or call.rest_unknown
    return None if both or checks.is_none(what) else Verdict(VERIFIER, note="give `result_layouts` as well, or neither")


def _layout(what: What, call: Call) -> Verdict | None:
    if checks.is_none(what):
        return Verdict(NO_INT.format("NoneType")) if call.target == "mlir.custom_call" else None
    if not isinstance(what, Items) or what.rest or what.cls.name not in ("builtins.tuple", "builtins.list"):
        return None
    found = [item[0].what.value if len(item) == 1 and isinstance(item[0].what, Known) else None for item in what.items]
    for value in found:
        if isinstance(value, str) and not value.strip().isdigit():
            return Verdict(NO_TEXT.format(value))
    numbers = [value for value in found if isinstance(value, int)]
    if len(numbers) < len(found) or sorted(numbers) == list(range(len(numbers))):
        return None
    return Verdict(VERIFIER, note=f"the layout {tuple(numbers)} is no permutation of the dimensions")


def _aliases(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    for entry in what.entries if isinstance(what, Mapping) else ():
        name = checks.built_in(entry.key)
        value = entry.key.value if isinstance(entry.key, Known) else None
        if name in ("str", "float", "bytes", "NoneType") and (name != "str" or in_release(jax, _KEYS)):
            return Verdict(checks.BOOL_WANTED, note="an operand is named by its number")
        if isinstance(value, int) and subject.beside is not None and value >= subject.beside:
            return Verdict(VERIFIER, note=f"there is no operand {int(value)}")
    return None


def _of_results(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    types = checks.only(call.arguments.get("result_types"))
    count, wanted = checks.length_of(what), checks.length_of(types) if types is not None else None
    if count is None or wanted is None or count == wanted:
        return None
    said = UNEQUAL.format(subject.label, count, wanted)
    return Verdict(
        said, raises=f"AssertionError: ({checks.printed_repr(what)}, [" if count == 0 else "AssertionError: ("
    )


def _attributes(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    for entry in what.entries if isinstance(what, Mapping) else ():
        plain = [checks.built_in(p.what) in _PLAIN for p in entry.value]
        if entry.sure and plain and all(plain) and isinstance(entry.key, Known):
            cast = checks.bad_cast(entry.value[0].what, jax)
            said = f"{ATTRIBUTE.format(entry.key.value)} ({cast})"
            return Verdict(said, note="give an MLIR attribute") if cast else None
    return None


_JUDGES = {
    "result_layouts": _of_results,
    "result_tilings": _of_results,
    "backend_config": _config,
    "result_types": _types,
    "operand_layouts": _layouts,
    "operand_output_aliases": _aliases,
    "extra_attributes": _attributes,
}
EXAMPLES = (
    Example("custom_call:operands", "[1]", OPERAND.format(0)),
    Example("custom_call:result_types", '["f32"]', RESULT.format(0)),
    Example("custom_call:result_types", "None", NO_RESULTS),
    Example("custom_call:operand_layouts", "[[0, 0]]", VERIFIER),
    Example("custom_call:operand_layouts", "[None]", NO_INT.format("NoneType")),
    Example("custom_call:called_computations", "[1]", checks.BOOL_WANTED),
    Example("lowering:operand_layouts", '[("a", "b")]', NO_TEXT.format("a")),
    Example("custom_call:result_types", "[x.type]", why="a type"),
    Example("lowering:operand_layouts", "[(1, 0)]", why="a permutation"),
)

RULE = Rule(
    name="custom-call-argument-wrong",
    summary="An argument of `mlir.custom_call` that cannot become a part of the operation.",
    page=__doc__,
    targets=("mlir.custom_call", "ffi.ffi_lowering"),
    guard="custom_call",
    accepts="MLIR values, types and attributes",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=checks.no_fix,
    examples=EXAMPLES,
)
