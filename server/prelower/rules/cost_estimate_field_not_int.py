"""# cost-estimate-field-not-int

## What it does
Reports a field of `pl.CostEstimate` that is no `int`, and an estimate without one of the three fields that it needs:
`flops`, `transcendentals`, `bytes_accessed`.

## Why JAX rejects it
The fields are written into the configuration of the custom call as they print. JAX checks since 0.5.3 that each is an
`int`, because a float led to miscompilations. numpy integers are no Python ints.

## When it fires
When the estimate is made: `ValueError`, or `TypeError` for a missing field; so `interpret=True` hides nothing. A
`bool` and an int beyond 64 bits pass and fail when the program is compiled for a TPU: reported as warnings.

## Example
```python
pl.CostEstimate(flops=2e9, transcendentals=0, bytes_accessed=0)
```

## Use instead
```python
pl.CostEstimate(flops=2_000_000_000, transcendentals=0, bytes_accessed=0)
```

## Fix safety
Safe for an integral float, numpy integers and texts of digits. Unsafe where a fraction would be dropped.

## Limits
Values that are not known are left alone; `//` and `int(...)` of what is not known count as ints.

## Since
Checked since JAX 0.5.3, with the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.findings import WARNING
from prelower.rules import checks, numbers
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.classinfo import printed
from prelower.values.model import Argument, Call, Known, Possible, What

NOT_INT = "All fields in CostEstimate must be ints. {} is not an int: {}({})"
MISSING = "CostEstimate.__init__() missing {} required positional argument{}: {}"
NEEDED = ("flops", "transcendentals", "bytes_accessed")
FIELDS = (*NEEDED, "remote_bytes_transferred")
_LARGEST = 2**63 - 1
_LACKING = "fields"


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The fields; the call itself where one is missing."""
    lacking = [name for name in NEEDED if name not in call.arguments]
    if lacking and not call.rest_unknown:
        yield Subject(Argument((Possible(Known(None)),), call.site), _LACKING, beside=lacking)
        return
    for name in FIELDS:
        if name in call.arguments:
            yield Subject(call.arguments[name], name)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a field; None where it passes or is not known."""
    if subject.label == _LACKING:
        return _missing(subject.beside)
    cls = checks.sure_class(what)
    if cls is None:
        return None
    if cls.derives("builtins.int"):
        return _compiled(what, subject.label)
    if not jax.at_least("0.5.3"):
        return None
    return Verdict(NOT_INT.format(subject.label, printed(cls), checks.printed_value(what)), early=True)


def _missing(names: list[str]) -> Verdict:
    quoted = [f"'{name}'" for name in names]
    if len(quoted) > 2:
        listed = f"{', '.join(quoted[:-1])}, and {quoted[-1]}"
    else:
        listed = " and ".join(quoted)
    return Verdict(MISSING.format(len(names), "s" if len(names) > 1 else "", listed), plain=True, early=True)


def _compiled(what: What, field: str) -> Verdict | None:
    value = what.value if isinstance(what, Known) else None
    if isinstance(value, bool):
        note = f"the compiler gets `{value}` where it reads a number"
        return Verdict(f"{field}={value} is not a number", note=note, severity=WARNING)
    if isinstance(value, int) and not -_LARGEST <= value <= _LARGEST:
        return Verdict(f"{field}={value} is out of range", note="the compiler reads 64 bits", severity=WARNING)
    return None


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """An int of the same value."""
    if subject.label == _LACKING or not all(_mendable(what) for what in whats):
        return None
    return numbers.to_int(whats, text)


def _mendable(what: What) -> bool:
    cls = checks.sure_class(what)
    return cls is not None and not cls.derives("builtins.int")


def _says(kind: str, value: str, field: str = "flops") -> str:
    return NOT_INT.format(field, f"<class '{kind}'>", value)


EXAMPLES = (
    Example("cost:flops", "1.5", _says("float", "1.5"), "int(1.5)", False),
    Example("cost:flops", "2e9", _says("float", "2000000000.0"), "2_000_000_000"),
    Example("cost:flops", "np.int64(3)", _says("numpy.int64", "3"), "int(np.int64(3))"),
    Example("cost:bytes_accessed", "4.0", _says("float", "4.0", "bytes_accessed"), "4"),
    Example("cost:transcendentals", "None", _says("NoneType", "None", "transcendentals")),
    Example("cost_bare:flops", "1", MISSING.format(2, "s", "'transcendentals' and 'bytes_accessed'"),
            shown="pl.CostEstimate(flops=1)"),
    Example("cost:flops", "True", "flops=True is not a number", severity=WARNING),
    Example("cost:flops", "2**70", f"flops={2**70} is out of range", severity=WARNING),
    Example("cost:flops", "2 * 128 * 128", why="ints"),
    Example("cost:flops", "int(2e9)", why="converted"),
)  # fmt: skip

RULE = Rule(
    name="cost-estimate-field-not-int",
    summary="A field of `pl.CostEstimate` is no int, or missing.",
    page=__doc__,
    targets=("pallas.CostEstimate",),
    guard="cost_estimate",
    accepts="an `int` for each field",
    since="0.5.3",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
