"""From watched calls to findings: which rule speaks, how severely, and at which place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from prelower import fixes
from prelower.findings import CERTAIN, ERROR, LIKELY, WARNING, Finding, Related
from prelower.items import item_at
from prelower.releases import wrong_everywhere
from prelower.rules.base import Calls, Intent, JaxView, Rule, Subject, Verdict
from prelower.rules.messages import SOURCE
from prelower.severities import RANK, fine_otherwise, severity_of
from prelower.text.source import Source
from prelower.text.span import Span
from prelower.values.model import (
    ARGUMENT,
    BOUND,
    DEFAULT,
    MADE,
    Call,
    Known,
    Outcome,
    Place,
    Possible,
    Unknown,
)
from prelower.values.render import described

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

SHOWN = 100


class Case(NamedTuple):
    """What findings are made from: the checked file, its statements, the JAX, texts of other files by path."""

    source: Source
    statements: tuple[Statement, ...]
    jax: JaxView
    text_of: Callable[[str], Source | None]
    outcome: Outcome


def findings(rules: Iterable[Rule], case: Case) -> tuple[Finding, ...]:
    """The findings of a file, each fault once, in the order of their places."""
    found: dict[tuple[str, Span], Finding] = {}
    outcome = case.outcome
    calls = sorted(audible(outcome.calls), key=lambda call: call.own)  # those that know more come first
    makers = {call.number: call for call in outcome.calls}
    known = Calls(outcome.calls)
    for rule in rules:
        for call in calls:
            maker = makers.get(call.base) if call.base is not None else None
            if call.target not in rule.targets or not rule.reached(call, maker):
                continue
            for subject in rule.subjects(call, known):
                finding = _judged(rule, subject, call, known, case)
                if finding is None:
                    continue
                key = (finding.code, finding.span)
                old = found.get(key)
                if old is None or RANK[finding.severity] < RANK[old.severity]:
                    found[key] = finding
    return tuple(sorted(found.values(), key=lambda f: (f.span, f.code)))


def audible(calls: tuple[Call, ...]) -> list[Call]:
    """The calls about which nobody asked to be quiet.

    A call that is run for its own sake counts as quiet where every way to it that the file
    shows is quiet: its error is caught there.
    """
    led: dict[tuple[str, Place], list[Call]] = {}
    for call in calls:
        if not call.own:
            led.setdefault((call.target, call.site), []).append(call)
    return [
        c
        for c in calls
        if not c.quiet and (not c.own or not (ways := led.get((c.target, c.site))) or not all(w.quiet for w in ways))
    ]


def _judged(rule: Rule, subject: Subject, call: Call, known: Calls, case: Case) -> Finding | None:
    value = subject.argument.value
    judged = [(p, rule.judge(p.what, subject, call, case.jax)) for p in value]
    bad = [(p, v) for p, v in judged if v is not None]
    if not bad:
        return None
    otherwise = subject.partial or fine_otherwise(rule, subject, call, known, case.jax)
    severity = severity_of(value, bad, call, otherwise)
    if severity is None or _superseded(subject, call, known, case):
        return None
    if call.chosen and not wrong_everywhere(rule, subject, call):
        return None
    severity = _hidden(severity, call, known, all(v.early for _, v in bad))
    if severity is None or _shown_otherwise(rule, subject, call, known, case):
        return None
    possible, verdict = _worst(bad, severity)
    place = _placed(subject, possible, case.source.path, call)
    if place is None:
        return None
    return _finding(rule, subject, call, severity, (possible, verdict), place, case)


def _shown_otherwise(rule: Rule, subject: Subject, call: Call, known: Calls, case: Case) -> bool:
    """Whether the file shows how a function that was run for its own sake is called, and no such call is bad."""
    if not call.own:
        return False
    shown = [c for c in known.at(call) if not c.own]
    return bool(shown) and not any(
        rule.judge(p.what, other, c, case.jax)
        for c in shown
        for other in rule.subjects(c, known)
        if other.label == subject.label
        for p in other.argument.value
    )


def _worst(bad: list[tuple[Possible, Verdict]], severity: str) -> tuple[Possible, Verdict]:
    exact = [b for b in bad if RANK[b[1].severity] <= RANK[severity]]
    plain = [b for b in exact or bad if isinstance(b[0].what, Known)]
    return (plain or exact or bad)[0]


def _superseded(subject: Subject, call: Call, known: Calls, case: Case) -> bool:
    """Whether the object is only a start for another that replaces this very field."""
    name = subject.label.split("[")[0]
    if (call.number, name) in case.outcome.read_fields and not known.users(call):
        return True  # only its field is read back, to make another
    copies = known.copies(call)
    if not copies or not all(name in c.arguments for c in copies):
        return False
    return not known.users(call)


def _hidden(severity: str, call: Call, known: Calls, early: bool) -> str | None:
    """A warning where every kernel that uses the object is interpreted; silence where its errors are caught."""
    if early:
        return severity
    users = [call] if "interpret" in call.arguments else known.users(call)
    if users and all(c.quiet for c in users):
        return None
    if users and all(_interpreted(c) for c in users):
        return WARNING if severity == ERROR else severity
    return severity


def _interpreted(call: Call) -> bool:
    given = call.arguments.get("interpret")
    return given is not None and all(isinstance(p.what, Known) and p.what.value is True for p in given.value)


def _placed(subject: Subject, possible: Possible, path: str, call: Call) -> Place | None:
    """The place that a person would mend: see DESIGN, range rules."""
    given = subject.argument.given
    last = possible.places[-1] if possible.places else None
    handed_on = last is not None and last.role in (ARGUMENT, DEFAULT) and last.span != given.span
    handed_on = handed_on and subject.shown == "value"  # a wrong name is mended where it is written
    chosen = last if handed_on and last is not None else given
    if chosen.path == path:
        return chosen
    if given.path == path:
        return given
    handed = subject.argument.handed
    if handed is not None and handed.path == path:
        return handed
    if call.site.path == path:
        return Place(path, call.callee_span, MADE)
    # It goes through other files: the last place in this one is what its author can mend.
    return next((p for p in reversed(possible.places) if p.path == path), None)


def _finding(
    rule: Rule, subject: Subject, call: Call, severity: str, judged: tuple[Possible, Verdict], place: Place, case: Case
) -> Finding:
    possible, verdict = judged
    text = case.source.lines.span_text(place.span)
    documented = verdict.documented.replace(SOURCE, text)
    lines = [documented, "" if verdict.plain else _got(possible, place, case)]
    if verdict.raises:
        lines.append(f"This JAX stops earlier, with {verdict.raises}")
    if verdict.note:
        lines.append(verdict.note)
    at_value = place in (subject.argument.given, possible.places[-1] if possible.places else None)
    known = at_value and not any(isinstance(p.what, Unknown) for p in subject.argument.value)
    intent = _intent(rule, subject, call, text, case) if known or (at_value and rule.mend_in) else None
    fix = fixes.make(intent, case.source, place.span, case.statements) if intent else None
    place = _shown(subject, place, case)
    confidence = CERTAIN if severity == ERROR else LIKELY
    related = _related(possible, place, call, case)
    message = "\n".join(line for line in lines if line)
    return Finding(
        rule.name,
        severity,
        confidence,
        message,
        documented,
        verdict.raises,
        case.source.path,
        place.span,
        fix,
        related,
        deprecated=verdict.deprecated,
    )


def _shown(subject: Subject, place: Place, case: Case) -> Place:
    """The place of the value, of its name, or of both."""
    item = item_at(case.source, place.span) if subject.shown != "value" else None
    if item is None:
        return place
    return place._replace(span=item.whole if subject.shown == "item" else item.written)


def _intent(rule: Rule, subject: Subject, call: Call, text: str, case: Case) -> Intent | None:
    """How the rule would mend the value."""
    if rule.mend_in is not None:
        return rule.mend_in(subject, call, text, case.jax)
    return rule.mend([p.what for p in subject.argument.value], subject, call, text)


def _got(possible: Possible, place: Place, case: Case) -> str:
    """What was found, and the line it came from where that is another."""
    got = f"got {described(possible.what)}"
    origin = _origin(possible, place)
    if origin is None:
        return got
    source = case.source if origin.path == case.source.path else case.text_of(origin.path)
    if source is None or origin.span.line >= len(source.lines):
        return got
    text = source.lines.line(origin.span.line).strip()
    return f"{got} from `{text if len(text) <= SHOWN else text[: SHOWN - 1] + '…'}`"


def _origin(possible: Possible, place: Place) -> Place | None:
    """Where the value was made, if elsewhere than at the finding; what it went through afterwards does not count."""
    places = possible.places
    here = next((n for n, passed in enumerate(places) if passed[:2] == place[:2]), len(places))
    for role in (BOUND, MADE, DEFAULT, ARGUMENT):
        for passed in places[:here]:
            if passed.role == role and not _within(passed, place):
                return passed
    return None


def _within(inner: Place, outer: Place) -> bool:
    if inner.path != outer.path:
        return False
    a, b = inner.span, outer.span
    return (b.line, b.column) <= (a.line, a.column) and (a.end_line, a.end_column) <= (b.end_line, b.end_column)


def _related(possible: Possible, place: Place, call: Call, case: Case) -> tuple[Related, ...]:
    found = []
    origin = _origin(possible, place)
    if origin is not None:
        found.append(Related("the value comes from here", origin.path, origin.span))
    if call.site.path != place.path or not _within(place, call.site):
        found.append(Related("the value meets JAX here", call.site.path, call.site.span))
    return tuple(found)
