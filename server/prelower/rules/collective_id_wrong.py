"""# collective-id-wrong

## What it does
Reports a `collective_id` of `pltpu.CompilerParams` that is no `int`.

## Why JAX rejects it
The id names the barrier semaphore of the kernel. JAX resolves it to an integer when the kernel is lowered and takes
an `int` only, not a numpy integer.

## When it fires
At lowering: `ValueError`. `True` passes where `allow_collective_id_without_custom_barrier` is given, and fails when
the program is compiled for a TPU: reported as a warning. Neither is seen with `interpret=True`.

## Example
```python
pltpu.CompilerParams(collective_id=np.int32(0))
```

## Use instead
```python
pltpu.CompilerParams(collective_id=0)
```

## Fix safety
Safe for numpy integers, integral floats and texts of digits.

## Limits
An id is refused, too, where the kernel asks for no barrier semaphore. That is not reported, since the kernel may ask
for one in a function that is not seen. The message ends with the name of the kernel, which this rule leaves to the
`name` of the call.

## Since
Since JAX 0.11.2. Before, the value was written as it prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.findings import WARNING
from prelower.rules import checks, numbers
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.values.model import Call, Known, What

UNRESOLVED = "collective_id={} could not be resolved to an integer in kernel_name={}."
FIELD = "collective_id"
_ALLOWED = "allow_collective_id_without_custom_barrier"


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The id, with the name of the kernel that is given it."""
    if FIELD in call.arguments:
        names = {_name(user) for user in calls.users(call)}
        yield Subject(call.arguments[FIELD], FIELD, beside=names.pop() if len(names) == 1 else None)


def _name(call: Call) -> str | None:
    what = checks.only(call.arguments.get("name"))
    return what.value if isinstance(what, Known) and isinstance(what.value, str) else None


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on an id; None where it passes or is not known."""
    cls = checks.sure_class(what)
    if cls is None or checks.is_none(what):
        return None
    unhashed = checks.unhashed(what, jax)
    if unhashed is not None:
        return unhashed
    if cls.derives("builtins.int"):
        text = str(what.value) if isinstance(what, Known) else None
        if cls.name != "builtins.bool" or text is None or not _allowed(call):
            return None
        note = f"the compiler gets `{text}` where it reads a number"
        return Verdict(f"collective_id={text} is not a number", note=note, severity=WARNING)
    if not jax.at_least("0.11.2"):
        return None
    return Verdict(UNRESOLVED.format(checks.printed_repr(what), subject.beside))


def _allowed(call: Call) -> bool:
    what = checks.only(call.arguments.get(_ALLOWED))
    return isinstance(what, Known) and bool(what.value)


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """An int of the same value."""
    return numbers.to_int(whats, text) if not any(checks.built_in(what) == "bool" for what in whats) else None


_WITH = "tpu:allow_collective_id_without_custom_barrier=True, collective_id"
EXAMPLES = (
    Example(_WITH, '"a"', UNRESOLVED.format("'a'", None)),
    Example(_WITH, "1.0", UNRESOLVED.format("1.0", None),
            "1"),
    Example(_WITH, "np.int32(1)",
            UNRESOLVED.format("np.int32(1)", None), "int(np.int32(1))"),
    Example(_WITH, "True",
            "collective_id=True is not a number", severity=WARNING),
    Example("tpu:collective_id", "None", why="no id"),
    Example(_WITH, "1", why="an int"),
)  # fmt: skip

RULE = Rule(
    name="collective-id-wrong",
    summary="`collective_id` is no int.",
    page=__doc__,
    targets=("tpu.CompilerParams",),
    guard="collective_id",
    accepts="an `int` or `None`",
    since="0.11.2",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
