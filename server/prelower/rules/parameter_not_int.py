"""# parameter-not-int

## What it does
Reports a value that is no integer where one is wanted: `num_warps` and `num_stages` of the Triton parameters, the
`api_version` of `custom_call`, `ffi_lowering` and `register_ffi_target`, `custom_call_api_version` of `ffi_call`,
`num_scalar_prefetch` of `PrefetchScalarGridSpec`, and `internal_scratch_in_bytes` and `serialization_format` of the
TPU parameters.

## Why JAX rejects it
Each is read in its own way. Those of Triton and of `custom_call` become MLIR integers, whose binding fails with
`std::bad_cast`; the API version of the FFI is compared with 4; `num_scalar_prefetch` cuts the arguments. The two of
the TPU parameters are written into the configuration as they print, unchecked.

## When it fires
At lowering: `RuntimeError: std::bad_cast` for Triton and `custom_call`; `TypeError` for the others, when the call is
made or traced. The TPU parameters fail when the program is compiled, with an error about JSON, or end the process for
a negative scratch size; they are reported as warnings. Only the calls' own errors are seen with `interpret=True`.

## Example
```python
pltriton.CompilerParams(num_warps=4.0)
```

## Use instead
```python
pltriton.CompilerParams(num_warps=4)
```

## Fix safety
A float that is integral and a text of digits are safe to turn into an int. Unsafe where a fraction would be dropped.

## Limits
What is too large for 32 bits is cut off by Triton's lowering without an error: not reported. Whether a scratch size
is enough, only the compiler knows.

## Since
`std::bad_cast` in these words since JAX 0.9.1; a text is refused by Triton's lowering since 0.11.2.
"""

from __future__ import annotations

from collections.abc import Sequence

from prelower.findings import WARNING
from prelower.rules import checks, numbers
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict, Words
from prelower.rules.releases import in_release
from prelower.values.model import Call, Known, What
from prelower.values.render import text_of

COMPARED = "'>=' not supported between instances of '{}' and 'int'"
SLICED = "slice indices must be integers or None or have an __index__ method"
REGISTERED = (
    "register_custom_call_target(): incompatible function arguments. The following argument types are supported:"
)
NOT_WRITABLE = "{}={} is not an integer"
UNSUPPORTED = "Unsupported serialization format: {}"
_LARGEST = 2**63 - 1

subjects = checks.given(
    tpu__CompilerParams=["internal_scratch_in_bytes", "serialization_format"],
    triton__CompilerParams=["num_warps", "num_stages"],
    mlir__custom_call=["api_version"],
    ffi__ffi_call=["custom_call_api_version"],
    ffi__ffi_lowering=["api_version"],
    tpu__PrefetchScalarGridSpec=["num_scalar_prefetch"],
    ffi__register_ffi_target=["api_version", "traits"],
)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict, or the compiler's, on something that is no integer."""
    name = checks.built_in(what)
    if name is None:
        return None
    if call.target == "tpu.CompilerParams":
        return _written(what, subject.label, jax)
    if call.target == "triton.CompilerParams":
        return _triton(what, name, jax)
    if subject.label == "traits" and name == "int":
        return None
    if call.target == "ffi.register_ffi_target":
        return _registered(what, name, subject.label, jax)
    return _JUDGES[call.target](what, name, jax)


def _written(what: What, field: str, jax: JaxView) -> Verdict | None:
    unhashed = checks.unhashed(what, jax)
    if unhashed is not None:
        return unhashed
    text = text_of(what)
    if text is None or checks.is_none(what) and field == "internal_scratch_in_bytes":
        return None
    number = _read(text)
    if field == "serialization_format":
        if number == 1:
            return None
        return Verdict(UNSUPPORTED.format(text), note="the compiler reads format 1 only", severity=WARNING)
    if number is None:
        note = f"the compiler gets `{text}` where it reads a number of bytes"
        return Verdict(NOT_WRITABLE.format(field, text), note=note, severity=WARNING)
    if number < 0:
        note = "the compiler ends the whole process on a negative size"
        return Verdict(f"{field}={text} is negative", note=note, severity=WARNING)
    if number > _LARGEST:
        note = "the compiler reads 64 bits"
        return Verdict(f"{field}={text} is out of range", note=note, severity=WARNING)
    return None


def _read(text: str) -> int | None:
    """The integer that the compiler's JSON reader makes of what is written."""
    try:
        number = float(text)
    except ValueError:
        return None
    return int(number) if number.is_integer() and text.lower() not in ("inf", "-inf", "nan") else None


def _triton(what: What, name: str, jax: JaxView) -> Verdict | None:
    unhashed = checks.unhashed(what, jax)
    if unhashed is not None:
        return unhashed
    if checks.without_hash(what):
        return Verdict(checks.BOOL_WANTED, note=_WANTED) if jax.at_least("0.7.0") is False else None
    return _attribute(what, name, jax) if name != "NoneType" else None


_MADE: dict[str, tuple[tuple[str, str | None], ...]] = {
    "str": (("0.4.30", checks.BOOL_WANTED), ("0.5.0", None), ("0.11.2", checks.BAD_CAST)),
    "float": (("0.4.30", checks.BOOL_WANTED), ("0.9.1", checks.BAD_CAST)),
    "NoneType": (("0.4.30", checks.BOOL_WANTED),),
}
"""What the bindings say where they are to make an integer of a value; a text like "2" was read as one for a while."""
_WANTED = "an MLIR integer is made of an `int` only"


def _attribute(what: What, name: str, jax: JaxView) -> Verdict | None:
    said = in_release(jax, _MADE.get(name, ()))
    return Verdict(said, note=_WANTED) if said else None


def _compared(what: What, name: str, jax: JaxView) -> Verdict | None:
    wrong = name in ("str", "NoneType", "bytes", "list", "tuple") and jax.at_least("0.4.36") is not False
    return Verdict(COMPARED.format(name), early=True) if wrong else None


def _sliced(what: What, name: str, jax: JaxView) -> Verdict | None:
    on = isinstance(what, Known) and bool(what.value)  # 0.0 is not looked at
    return Verdict(SLICED, early=True) if on and name in ("str", "float", "bytes") else None


def _registered(what: What, name: str, label: str, jax: JaxView) -> Verdict | None:
    if (
        name == "str" and label == "api_version" and not jax.at_least("0.11.2")
    ):  # a text like "1" was read as the number
        return None
    if name in ("str", "float", "NoneType", "bytes"):
        return Verdict(REGISTERED, early=True)
    value = what.value if isinstance(what, Known) else None
    if name == "int" and isinstance(value, int) and value not in (0, 1):
        said = f"UNIMPLEMENTED: API version {value} is not supported by RegisterCustomCallTarget."
        return Verdict(f"{said} Supported versions are 0 and 1.", early=True)
    return None


_JUDGES = {
    "mlir.custom_call": _attribute,
    "ffi.ffi_call": _compared,
    "ffi.ffi_lowering": _compared,
    "tpu.PrefetchScalarGridSpec": _sliced,
}


_FIRST = (Known("1"), Known(1.0))


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """An int of the same value."""
    if call.target == "tpu.PrefetchScalarGridSpec":
        return None
    if subject.label == "serialization_format" and not all(what in _FIRST for what in whats):
        return None  # the compiler reads no other format
    numbers_only = all(checks.built_in(what) in ("float", "str", "numpy.float64", "numpy.float32") for what in whats)
    return numbers.to_int(whats, text) if numbers_only else None


EXAMPLES = (
    Example("triton:num_warps", "4.0", checks.BAD_CAST, "4"),
    Example("triton:num_stages", '"2"', checks.BAD_CAST, "2"),
    Example("triton:num_stages", "5 / 2", checks.BAD_CAST, "int(5 / 2)", False),
    Example("custom_call:api_version", "2.0", checks.BAD_CAST, "2"),
    Example("ffi:custom_call_api_version", '"4"', COMPARED.format("str"), "4"),
    Example("ffi:custom_call_api_version", "None", COMPARED.format("NoneType")),
    Example("lowering:api_version", '"4"', COMPARED.format("str"), "4"),
    Example("prefetch:num_scalar_prefetch", "1.0", SLICED),
    Example("tpu:internal_scratch_in_bytes", "65536.5", NOT_WRITABLE.format("internal_scratch_in_bytes", 65536.5),
            "int(65536.5)", False, severity=WARNING),
    Example("tpu:internal_scratch_in_bytes", '"1M"', NOT_WRITABLE.format("internal_scratch_in_bytes", "1M"),
            severity=WARNING),
    Example("tpu:internal_scratch_in_bytes", "-1", "internal_scratch_in_bytes=-1 is negative", severity=WARNING),
    Example("tpu:serialization_format", "2", UNSUPPORTED.format(2), severity=WARNING),
    Example("triton:num_warps", "np.int32(4)", why="a numpy integer passes here"),
    Example("triton:num_warps", "None", why="left to the compiler"),
    Example("tpu:internal_scratch_in_bytes", "1 << 20", why="an int"),
    Example("tpu:internal_scratch_in_bytes", "1e6", why="the compiler's reader takes an integral float"),
    Example("ffi:custom_call_api_version", "4.0", why="can be compared"),
)  # fmt: skip

RULE = Rule(
    name="parameter-not-int",
    summary="A parameter that is read as an integer is none.",
    page=__doc__,
    targets=(
        "tpu.CompilerParams",
        "triton.CompilerParams",
        "mlir.custom_call",
        "ffi.ffi_call",
        "ffi.ffi_lowering",
        "tpu.PrefetchScalarGridSpec",
        "ffi.register_ffi_target",
    ),
    guard="int",
    accepts="an `int`",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
    words={"tpu.CompilerParams.serialization_format": Words(values=("1",))},
)
