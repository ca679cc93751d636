"""Holds what prelower claims of a program against what Python does."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from prelower.engine import Engine, Ran
from prelower.findings import ERROR
from prelower.jaxview.jax import ASKED, Jax
from prelower.text.source import Source
from prelower.values.model import (
    ABSENT,
    Array,
    Call,
    Callable_,
    Instance,
    Known,
    Library,
    Mapping,
    Record,
    Sequence,
    Unknown,
    Value,
    What,
)

from .real import PATH, Container, Deep, Hit, Plain, Run, Seen, Table, Thing, run, seen

PARAMETER = "vmem_limit_bytes"
MEETS = "the value meets JAX here"


class Contradiction(NamedTuple):
    """Where Python did what prelower says cannot be: `kind` is value, unreached or flag."""

    kind: str
    line: int
    claimed: str
    real: str

    def __str__(self) -> str:
        return f"line {self.line} ({self.kind}): claimed {self.claimed}, Python did {self.real}"


class Verdict(NamedTuple):
    """What came of judging a program: contradictions, and how precise the claims were."""

    contradictions: tuple[Contradiction, ...]
    hits: int = 0
    exact: int = 0
    unknown: int = 0
    missed: int = 0
    faults: int = 0
    error: str | None = None


@cache
def engine() -> Engine:
    """An engine without look-ups, for one JAX."""
    return Engine("/nowhere/project", Jax("0.12.0.1", ASKED))


def interpreted(text: str) -> Ran:
    """What prelower makes of a program."""
    return engine()._run(Source(PATH, text))


def judge(text: str, seeds: tuple[int, ...] = (0,), certain: bool | None = None) -> Verdict:
    """Run a program both ways, once for each seed of the unknown; `certain`: nothing in it is unknown."""
    runs = [run(text, seed) for seed in seeds]
    return judged(text, interpreted(text), runs, "from world import" not in text if certain is None else certain)


def judged(text: str, ran: Ran, runs: list[Run], certain: bool) -> Verdict:
    """What prelower says of a program against what it did."""
    calls: dict[int, list[Call]] = {}
    for call in limits(ran):
        calls.setdefault(call.site.span.line + 1, []).append(call)
    passed = ran.outcome.counts["steps"] > 20_000
    found: dict[tuple[str, int], Contradiction] = {}
    exact = unknown = 0
    hits = [hit for each in runs for hit in each.hits]
    for hit in (*hits, *(hit for each in runs for hit in each.outside)):
        claims = claimed(calls.get(hit.line, []), hit)
        if not claims:
            if not passed:
                found.setdefault(
                    ("unreached", hit.line), Contradiction("unreached", hit.line, "never", short(hit.seen))
                )
            continue
        if all(call.quiet for call in claims):
            continue  # of which nothing is said
        values = [value for call in claims for value in call.arguments[PARAMETER].value]
        if not holds(tuple(values), hit.seen):
            shown = " | ".join(dict.fromkeys(shortly(p.what) for p in values)) or "nothing"
            found.setdefault(("value", hit.line), Contradiction("value", hit.line, shown, short(hit.seen)))
        unknown += any(isinstance(p.what, Unknown) for p in values)
        exact += len({p.what for p in values if _plainly(p.what)}) == 1 == len(set(map(_key, values)))
    flags, missed, faults = flagged(ran, hits, certain)
    every = (*found.values(), *flags)
    return Verdict(every, len(hits), exact, unknown, missed, faults, runs[0].error if runs else None)


def limits(ran: Ran) -> list[Call]:
    """The watched calls that are given a limit."""
    return [call for call in ran.outcome.calls if PARAMETER in call.arguments]


def _key(possible: object) -> str:
    return repr(possible.what)  # type: ignore[attr-defined]


def _plainly(what: What) -> bool:
    return isinstance(what, Known)


def claimed(calls: list[Call], hit: Hit) -> list[Call]:
    """The calls that claim to be this one: those that were led to by the same lines, else all."""
    same = [c for c in calls if c.through and tuple(p.span.line + 1 for p in c.through) == hit.chain[:-1]]
    if len(hit.chain) == 1:
        same = [c for c in calls if not c.through]
    return calls if hit.lazy else same or calls


def flagged(ran: Ran, hits: list[Hit], certain: bool) -> tuple[list[Contradiction], int, int]:
    """Errors shown for what is fine; how many faults were not shown, and how many there are."""
    real: dict[int, list[Seen]] = {}
    for hit in hits:
        real.setdefault(hit.line, []).append(hit.seen)
    reached = {line for hit in hits for line in hit.chain}
    bad = [
        c
        for c in limits(ran)
        if not any(fits(p.what, v) for p in c.arguments[PARAMETER].value for v in real.get(c.site.span.line + 1, []))
    ]
    led = {c.site.span.line + 1 for c in bad if not c.under and {p.span.line + 1 for p in c.through} <= reached}
    wrong, lines = [], set()
    for finding in ran.analysis.findings:
        meets = [r.span.line + 1 for r in finding.related if r.message == MEETS] or [finding.span.line + 1]
        lines.update(meets)
        values = [v for line in meets if line in led for v in real.get(line, [])]
        here = finding.span.line + 1 in reached
        if finding.severity == ERROR and certain and here and values and all(map(accepted, values)):
            wrong.append(Contradiction("flag", meets[0], finding.message.split("\n")[0], short(values[0])))
    faults = [line for line, values in real.items() if not all(map(accepted, values))]
    return wrong, sum(line not in lines for line in faults) if certain else 0, len(faults) if certain else 0


def accepted(value: Seen) -> bool:
    """Whether JAX takes the value for a limit."""
    return value.value is None or isinstance(value.value, int)


def holds(value: Value, real: Seen) -> bool:
    """Whether one of the possibilities is the real value."""
    return any(fits(possible.what, real) for possible in value)


def fits(what: What, real: Seen) -> bool:
    """Whether a claim is true of a value."""
    if isinstance(what, Unknown) or isinstance(real, Deep):
        return True
    if isinstance(what, Known):
        return isinstance(real, Plain) and same(what.value, real.value)
    if isinstance(what, Instance):
        return _instance(what, real)
    if isinstance(what, Sequence):
        return named(what.cls.name, type(real.value)) and _sequence(what, real)
    if isinstance(what, Mapping):
        return named(what.cls.name, type(real.value)) and isinstance(real, Table) and _mapping(what, real)
    if isinstance(what, Record):
        return named(what.cls.name, type(real.value)) and _record(what, real)
    if isinstance(what, Library):
        return not isinstance(real.value, int | float | str | list | dict | tuple | set | None)
    if isinstance(what, Callable_):
        return named(what.cls.name, type(real.value)) or what.kind in ("wrapper", "class") and callable(real.value)
    return not isinstance(what, Array)


def same(claim: object, value: object) -> bool:
    """Whether two plain values are the same in type and value."""
    if type(claim) is not type(value):
        return False
    if isinstance(claim, float):
        return math.isnan(claim) and math.isnan(value) or claim == value  # type: ignore[arg-type]
    return claim == value


def named(dotted: str, cls: type) -> bool:
    """Whether a class is the one of this dotted name."""
    return dotted.rsplit(".", 1)[-1] == cls.__name__


def _instance(what: Instance, real: Seen) -> bool:
    cls = type(real.value)
    if not (named(what.cls.name, cls) if what.exact else any(named(what.cls.name, c) for c in cls.__mro__)):
        return False
    if what.value is not ABSENT:
        value = real.plain if isinstance(real, Thing) else real.value
        if not same(what.value, value):
            return False
    return what.text is None or not isinstance(real, Thing) or what.text == real.text


def _sequence(what: Sequence, real: Seen) -> bool:
    if not isinstance(real, Container):
        return True
    items = real.items
    if isinstance(real.value, set | frozenset):
        return what.rest or all(any(holds(v, item) for v in what.items) for item in items)
    if len(items) < len(what.items) or (len(items) != len(what.items) and not what.rest):
        return False
    return all(holds(value, item) for value, item in zip(what.items, items))


def _mapping(what: Mapping, real: Table) -> bool:
    left = list(real.entries)
    for entry in what.entries:
        here = [(k, v) for k, v in left if fits(entry.key, seen(k))]
        if not here:
            if entry.sure:
                return False
            continue
        if not holds(entry.value, here[0][1]):
            return False
        left.remove(here[0])
    return what.rest or not left


def _record(what: Record, real: Seen) -> bool:
    if isinstance(real, Container):  # a named tuple
        fields = dict(zip(type(real.value)._fields, real.items))  # type: ignore[attr-defined]
    elif isinstance(real, Thing):
        fields = real.fields
    else:
        return False
    for name, value in what.fields:
        if not value or any(isinstance(p.what, Unknown) for p in value):
            continue  # perhaps it is not even set
        here = fields.get(name) or _inherited(real.value, name)
        if here is None or not holds(value, here):
            return False
    return what.text is None or not isinstance(real, Thing) or what.text == real.text


def _inherited(thing: object, name: str) -> Seen | None:
    """A class attribute that stands in for a field."""
    return seen(vars(type(thing))[name]) if name in vars(type(thing)) else None


def short(real: Seen) -> str:
    """A value in few words."""
    try:
        text = repr(real.value)
    except Exception:  # noqa: BLE001 (the program's own `__repr__`)
        text = "(prints badly)"
    return f"{type(real.value).__name__} {text[:80]}"


def shortly(what: What) -> str:
    """A claim in few words."""
    if isinstance(what, Known):
        return f"{type(what.value).__name__} {what.value!r}"
    if isinstance(what, Instance):
        return f"some {what.cls.name}" + ("" if what.value is ABSENT else f" {what.value!r}")
    if isinstance(what, Sequence):
        items = ", ".join("|".join(shortly(p.what) for p in v) for v in what.items)
        return f"{what.cls.name}({items}{', ...' if what.rest else ''})"
    if isinstance(what, Mapping):
        pairs = (
            f"{shortly(e.key)}{'' if e.sure else '?'}: {'|'.join(shortly(p.what) for p in e.value)}"
            for e in what.entries
        )
        return f"{what.cls.name}({', '.join(pairs)}{', ...' if what.rest else ''})"
    if isinstance(what, Record):
        pairs = (f"{n}={'|'.join(shortly(p.what) for p in v)}" for n, v in what.fields)
        return f"{what.cls.name}({', '.join(pairs)}{', ...' if what.rest else ''}) text={what.text!r}"
    return str(what)[:100]
