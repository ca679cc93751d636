"""# vmem-limit-not-int

## What it does
Reports a `vmem_limit_bytes` of `pltpu.CompilerParams` that is not an `int`.

## Why JAX rejects it
The limit is written into the configuration of the TPU compiler as a whole number of bytes. When JAX lowers the
kernel it checks the type, not the value: `isinstance(vmem_limit_bytes, int)`, or `None`. A float such as `64e6` or
`0.9 * CAPACITY` fails although it is a whole number, and so does a numpy integer, which is no `int`.

## When it fires
At lowering: `ValueError`. Not when `CompilerParams` is made, and not at all under `interpret=True`, which skips the
check until the kernel meets a real device. A value without a hash (a list, a dict, an array) is stopped earlier since
JAX 0.7.0, while tracing, by a `TypeError` that does not name the limit.

## Example
```python
pltpu.CompilerParams(vmem_limit_bytes=64e6)
```

## Use instead
```python
pltpu.CompilerParams(vmem_limit_bytes=64_000_000)
```

## Fix safety
Safe where the value is known to be whole: the literal is written as an int, another expression is put into `int(...)`.
A text of digits likewise. Unsafe where a fraction is dropped or the value is not known.

## Limits
What no memory can have passes JAX's check and fails when the program is compiled for a TPU: a negative limit, zero, an
int beyond 64 bits, a bool, an int subclass that prints otherwise. These are warnings.
`True` and `False` are ints to Python and pass JAX's check, but `True` and not a number is written for the compiler,
which cannot read it: reported as a warning.

## Since
Checked in every JAX release from 0.4.30 on, with the same words; up to 0.6.0 also in
`compiler_params=dict(mosaic=dict(...))`, as are the other parameters.
"""

from __future__ import annotations

from collections.abc import Sequence

from prelower.findings import WARNING
from prelower.rules import checks, messages, numbers
from prelower.rules.base import Example, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.classinfo import class_of, printed
from prelower.values.model import Call, ClassInfo, Known, What
from prelower.values.render import text_of

PARAMETER = "vmem_limit_bytes"
BUNDLED = "vmem_limit_bytes must be an int: provided with a {type(vmem_limit_bytes)}."
_ARRAYS = (("0.4.30", "jaxlib.xla_extension."), ("0.6.1", "jaxlib._jax."))
"""Where the class of JAX's arrays stood."""
EMPTY = "the compiler runs out of memory in vmem whatever the kernel needs"
BROKEN = "the compiler gets `{}` where it reads a number: JAX writes it into the configuration as it is"


subjects = checks.given(tpu__CompilerParams=[PARAMETER])


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict on a limit; None where it passes or is not known."""
    if isinstance(what, Known) and what.value is None:
        return None
    cls = class_of(what)
    if cls is None or (not cls.known and not cls.derives("builtins.float", "builtins.str")):
        return None
    template = jax.template("vmem_limit_bytes.type") or BUNDLED
    if cls.derives("builtins.int"):
        return _compiled(what, cls)
    raises = None
    if messages.unhashable(cls) and jax.at_least("0.7.0"):
        raises = f"TypeError: {messages.UNHASHABLE}"
    shown = printed(cls).replace(_ARRAYS[-1][1], in_release(jax, _ARRAYS) or _ARRAYS[-1][1])
    return Verdict(messages.with_type(template, cls, shown), raises)


def _compiled(what: What, cls: ClassInfo) -> Verdict | None:
    """What JAX accepts and the compiler does not: a bool, and what no memory can have."""
    if cls.name == "builtins.bool":
        text = str(what.value) if isinstance(what, Known) else "True"
        return Verdict(f"{PARAMETER}={text} is not a number of bytes", note=BROKEN.format(text), severity=WARNING)
    value = what.value if isinstance(what, Known) else None
    if isinstance(value, int) and value <= 0:
        return Verdict(f"{PARAMETER}={value} leaves no memory", note=EMPTY, severity=WARNING)
    if isinstance(value, int) and value >= 2**63:
        return Verdict(f"{PARAMETER}={value} is out of range", note="the compiler reads 64 bits", severity=WARNING)
    shown = text_of(what)
    if cls.name != "builtins.int" and shown is not None and not shown.strip().lstrip("+-").isdigit():
        return Verdict(f"{PARAMETER}={shown} is not a number of bytes", note=BROKEN.format(shown), severity=WARNING)
    return None


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """An int of the same value."""
    if any(isinstance(what, Known) and type(what.value) is int for what in whats):
        return None
    if any(isinstance(what, Known) and isinstance(what.value, (int, float)) and abs(what.value) < 1 for what in whats):
        return None  # as an int it would be zero
    return numbers.to_int(whats, text)


def _says(kind: str) -> str:
    return f"vmem_limit_bytes must be an int: provided with a <class '{kind}'>."


EXAMPLES = (
    Example("vmem", "64e6", _says("float"), "64_000_000"),
    Example("vmem", "0.9 * CAPACITY", _says("float"), "int(0.9 * CAPACITY)", setup="CAPACITY = 10 * 2**20"),
    Example("vmem", "CAPACITY / 3", _says("float"), "int(CAPACITY / 3)", safe=False, setup="CAPACITY = 2**20"),
    Example("vmem", '"1048576"', _says("str"), "1048576"),
    Example("vmem", '"64MiB"', _says("str")),
    Example("vmem", "np.int64(1 << 26)", _says("numpy.int64"), "int(np.int64(1 << 26))"),
    Example("vmem", "np.prod((512, 512, 4))", _says("numpy.int64"), "int(np.prod((512, 512, 4)))"),
    Example("vmem", "(1,)", _says("tuple")),
    Example("vmem", "[1]", _says("list"), raises=f"TypeError: {messages.UNHASHABLE}"),
    Example("vmem", "2**64 - 1", f"{PARAMETER}={2**64 - 1} is out of range", severity=WARNING),
    Example("vmem", "0", f"{PARAMETER}=0 leaves no memory", severity=WARNING),
    Example("vmem", "None", why="no limit"),
    Example("vmem", "64 * 2**20", why="integer arithmetic stays an int"),
    Example("vmem", "int(64e6)", why="converted"),
    Example("vmem", "Bytes(2**24)", setup="class Bytes(int): pass", why="a subclass of int is an int"),
    Example("vmem", "CAPACITY * 9 // 10", setup="CAPACITY = 2**26", why="`//` of ints is an int"),
)

RULE = Rule(
    name="vmem-limit-not-int",
    summary="`vmem_limit_bytes` is not an int.",
    page=__doc__,
    targets=("tpu.CompilerParams",),
    guard="vmem_limit_bytes.type",
    accepts="an `int` or `None`",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
)
