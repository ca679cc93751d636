"""# collective-id-wrong

## What it does
Reports a `collective_id` of `pltpu.CompilerParams` that is no `int`, or that is given to a kernel without a barrier.

## Why JAX rejects it
The id names the barrier semaphore of the kernel. JAX resolves it to an integer when the kernel is lowered and takes
an `int` only, not a numpy integer. A kernel that does not use `pltpu.get_barrier_semaphore()` may have no id, unless
`allow_collective_id_without_custom_barrier` is given.

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
Safe for numpy integers, integral floats and texts of digits. To leave the id out is unsafe: a barrier may be missing.

## Limits
That a kernel has no barrier is reported where the kernel is a plain function that does nothing but arithmetic: more
may ask for the semaphore in a function that is not seen. The message on a wrong type ends with the name of the kernel,
which this rule leaves to the `name` of the call.

## Since
Since JAX 0.11.2. Before, the value was written as it prints: a text that is no number, the compiler cannot read, which
is reported as a warning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.findings import WARNING
from prelower.rules import checks, numbers
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.model import Call, Callable_, Known, What

UNRESOLVED = "collective_id={} could not be resolved to an integer in kernel_name={}."
NO_BARRIER = "collective_id has to be unspecified or None when not using a custom barrier"
_NO_INT = (("0.4.33", NO_BARRIER), ("0.11.2", UNRESOLVED))
"""What is said of something that is no int."""
_NO_NUMBER = "collective_id={} is not a number"
_COMPILER = "the compiler gets `{}` where it reads a number"
FIELD = "collective_id"
_ARITHMETIC = ("jax.numpy.", "jax.lax.", "jax.nn.", "numpy.", "math.")
_PALLAS = "jax.experimental.pallas."
_GRID = frozenset(f"{_PALLAS}{name}" for name in ("program_id", "num_programs", "when", "ds", "dslice", "cdiv"))
_ALLOWED = "allow_collective_id_without_custom_barrier"


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The id, with the name of the kernel that is given it."""
    if FIELD in call.arguments:
        users = calls.users(call)
        names = {_name(user) for user in users}
        bare = bool(users) and not call.rest_unknown and all(map(_without_barrier, users))
        yield Subject(call.arguments[FIELD], FIELD, beside=(names.pop() if len(names) == 1 else None, bare))


def _without_barrier(call: Call) -> bool:
    """Whether all that a kernel does is known, and is arithmetic."""
    kernel = checks.only(call.arguments.get("kernel"))
    uses = kernel.uses if isinstance(kernel, Callable_) and call.target == "pallas.pallas_call" else None
    return uses is not None and all(name.startswith(_ARITHMETIC) or name in _GRID for name in uses)


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
        if subject.beside[1] and _forbidden(call):
            return Verdict(NO_BARRIER, note="the kernel does not call pltpu.get_barrier_semaphore()", plain=True)
        text = str(what.value) if isinstance(what, Known) else None
        if cls.name != "builtins.bool" or text is None or not _allowed(call):
            return None
        return Verdict(_NO_NUMBER.format(text), note=_COMPILER.format(text), severity=WARNING)
    said = in_release(jax, _NO_INT)
    if said is NO_BARRIER:
        needed = subject.beside[1] and _forbidden(call)
        return Verdict(NO_BARRIER, note="an id is an `int`, and needs a barrier") if needed else _as_text(what)
    return Verdict(said.format(checks.printed_repr(what), subject.beside[0])) if said else None


def _as_text(what: What) -> Verdict | None:
    """What older releases wrote for the compiler as it is: a text that is no number."""
    text = what.value if isinstance(what, Known) and isinstance(what.value, str) else None
    if text is None or text.strip().lstrip("-").isdigit():
        return None
    return Verdict(_NO_NUMBER.format(repr(text)), note=_COMPILER.format(text), severity=WARNING)


def _allowed(call: Call) -> bool:
    what = checks.only(call.arguments.get(_ALLOWED))
    return isinstance(what, Known) and bool(what.value)


def _forbidden(call: Call) -> bool:
    """Whether an id surely needs a barrier."""
    what = checks.only(call.arguments.get(_ALLOWED))
    return _ALLOWED not in call.arguments or isinstance(what, Known) and not what.value


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """An int of the same value; no id where the kernel has no barrier."""
    if subject.beside[1] and _forbidden(call):
        return Intent("drop", f"Leave `{FIELD}` out", False)
    if all(isinstance(what, Known) and isinstance(what.value, int) for what in whats):
        return None
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
    Example(_WITH, '"a"',
            _NO_NUMBER.format("'a'"), severity=WARNING, release="0.10.2"),
    Example(_WITH, '"7"', why="written as it is, it is a number", release="0.10.2"),
    Example("tpu:collective_id", "3", NO_BARRIER, "", False),
    Example("tpu:collective_id", "None", why="no id"),
    Example(_WITH, "1", why="an int"),
)  # fmt: skip

RULE = Rule(
    name="collective-id-wrong",
    summary="`collective_id` is no int, or is given to a kernel without a barrier.",
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
