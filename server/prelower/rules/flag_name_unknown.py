"""# flag-name-unknown

## What it does
Reports a key in the `flags` of `pltpu.CompilerParams` that is no text, not of ASCII letters, breaks the JSON it is
written into, or is no flag that the TPU compiler is known to have.

## Why JAX rejects it
JAX encodes each key as ASCII into a configuration that it writes by hand, and looks at nothing else. The compiler
reads the keys as names of an enumeration, in capitals.

## When it fires
At lowering for a key that is no text (`AttributeError`) or not ASCII (`UnicodeEncodeError`). A name that the compiler
does not know fails when the program is compiled for a TPU: `unknown enum value`. Neither is seen with
`interpret=True`.

## Example
```python
pltpu.CompilerParams(flags={"xla_tpu_max_clustered_loads": 4})
```

## Use instead
```python
pltpu.CompilerParams(flags={"XLA_TPU_MAX_CLUSTERED_LOADS": 4})
```

## Fix safety
Unsafe: the name that is nearest need not be the one that was meant.

## Limits
The names are those of libtpu 0.0.50.1; another release may have others, so that an unknown name is a mere information
unless it differs from a known one by case alone. A key that is not known is left alone.

## Since
Keys are encoded so in every JAX release from 0.4.30 on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from prelower.findings import INFORMATION, WARNING
from prelower.rules import checks, messages
from prelower.rules.base import Calls, Example, Intent, JaxView, Rule, Subject, Verdict, Words
from prelower.rules.words import nearest
from prelower.values.model import Argument, Call, Known, Mapping, Possible, What

NO_TEXT = "'{}' object has no attribute 'encode'"
NOT_ASCII = "'ascii' codec can't encode character{} in position {}: ordinal not in range(128)"
BROKEN = "the key {!r} breaks the JSON that is written for the compiler"
UNKNOWN = "unknown enum value: '{}'"
FLAGS = """
UNKNOWN XLA_ENABLE_LRU_FREE_REG_ASSIGNMENT XLA_SET_SPLIT_INPUT_OUTPUT_DMAS XLA_TPU_STORE_TO_LOAD_FORWARDING_WINDOW
XLA_TPU_MAX_VMREG_LIVE_RANGE XLA_TPU_MAX_VLD_LIVE_RANGE XLA_TPU_EXTRA_HOISTING_RANGE_FOR_REGISTER_PRODUCERS
XLA_TPU_THRESHOLD_FOR_LONG_LIVE_RANGE_IN_FLOWDOWN XLA_TPU_ROOM_FOR_POTENTIAL_REGISTER_DEPENDENCY
XLA_TPU_MAX_KEPT_SUBLANES_FOR_REDUCE XLA_TPU_SUBLANE_SHIFT_SCRATCHPAD_SIZE
XLA_TPU_SMALL_OPERAND_COUNT_FOR_LOOP_FUSION XLA_JF_FUSION_MAX_VMEM_MIB XLA_TPU_HBM_BW
XLA_TPU_HBM_INITIAL_CYCLE_PENALTY XLA_TPU_SPLIT_CLUSTER_GAP XLA_TPU_SPLIT_CLUSTER_SIZE XLA_TPU_MAX_CLUSTERED_LOADS
XLA_JF_SPAN_SIZE_IN_KIB XLA_TPU_FORCE_LP_LLO_SCHEDULER XLA_TPU_EVENLY_DISTRIBUTE_CRITICAL_NODES
XLA_TPU_ENABLE_LLO_SMALL_LOOP_FLATTENING XLA_TPU_RESCHEDULE_DMA_DONES XLA_TPU_MAX_INSTS_TO_PREDICATE
XLA_TPU_DISABLE_CRITICAL_PATH_SCHEDULER XLA_TPU_MATRES_ALAP_SLACK
""".split()
"""The flags of libtpu 0.0.50.1."""


def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
    """The keys of the flags that are surely there."""
    given = call.arguments.get("flags")
    for possible in given.value if given else ():
        if isinstance(possible.what, Mapping):
            for entry in possible.what.entries:
                if entry.sure and entry.place is not None:
                    key = (Possible(entry.key, (), possible.under),)
                    argument = Argument(key, entry.place, given.handed or given.given)  # type: ignore[union-attr]
                    yield Subject(argument, "key", shown="name", container=possible)


def judge(what: What, subject: Subject, call: Call, jax: JaxView) -> Verdict | None:
    """JAX's verdict, or the compiler's, on a key; None where it passes or is not known."""
    value = what.value if isinstance(what, Known) else None
    if isinstance(value, str):
        return _of_text(value)
    name = checks.built_in(what)
    if name is None or name == "str":
        return None
    return Verdict(NO_TEXT.format(name.rpartition(".")[2]), plain=True)


def _of_text(key: str) -> Verdict | None:
    try:
        key.encode("ascii")
    except UnicodeEncodeError as error:
        return Verdict(str(error), plain=True)
    if any(c in '"\\' or ord(c) < 32 for c in key):
        return Verdict(BROKEN.format(key), severity=WARNING, plain=True)
    if key in FLAGS:
        return None
    meant = nearest(key, FLAGS)
    note = f"did you mean `{meant}`?" if meant else "libtpu 0.0.50.1 has no flag of that name; another release may"
    by_case = meant is not None and meant.lower() == key.lower()
    return Verdict(UNKNOWN.format(key), note=note, severity=WARNING if by_case else INFORMATION, plain=True)


def mend(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """The flag that is most like the key."""
    key = whats[0].value if len(whats) == 1 and isinstance(whats[0], Known) else None
    meant = nearest(key, FLAGS) if isinstance(key, str) and messages.SOURCE not in key and key.isascii() else None
    return Intent("name", f"Write `{meant}`", False, meant) if meant and meant != key else None


_SETTINGS = '{"XLA_TPU_MAX_CLUSTERED_LOADS": 1}'
EXAMPLES = (
    Example("tpu:flags", "{1: 2}", NO_TEXT.format("int"), shown="2"),
    Example("tpu:flags", '{b"a": 1}', NO_TEXT.format("bytes"), shown='"a"'),
    Example("tpu:flags", '{"XLA_TPU_HBM_BW_é": 1}', NOT_ASCII.format(" '\\xe9'", 15), shown='"XLA_TPU_HBM_BW_é"'),
    Example("tpu:flags", '{"xla_tpu_hbm_bw": 1}', UNKNOWN.format("xla_tpu_hbm_bw"), "XLA_TPU_HBM_BW", False,
            severity=WARNING, shown='"xla_tpu_hbm_bw"'),
    Example("tpu:flags", '{"XLA_TPU_HBM_BWS": 1}', UNKNOWN.format("XLA_TPU_HBM_BWS"), "XLA_TPU_HBM_BW", False,
            severity=INFORMATION, shown='"XLA_TPU_HBM_BWS"'),
    Example("tpu:flags", _SETTINGS, why="a flag that there is"),
)  # fmt: skip

RULE = Rule(
    name="flag-name-unknown",
    summary="A key of `flags` that is no name of a flag.",
    page=__doc__,
    targets=("tpu.CompilerParams",),
    guard="flags.key",
    accepts="names of the TPU compiler's flags",
    since="0.4.30",
    subjects=subjects,
    judge=judge,
    mend=mend,
    examples=EXAMPLES,
    words={"tpu.CompilerParams.flags": Words((*FLAGS[1:], FLAGS[0]), (), "{")},
)
