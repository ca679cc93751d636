"""How severe a verdict is: whether every value is bad, or one in a branch, and what else there may be."""

from __future__ import annotations

from prelower.findings import ERROR, WARNING
from prelower.rules.base import Calls, JaxView, Rule, Subject, Verdict
from prelower.values.model import DOUBT, VERSION, Call, Possible

RANK = {ERROR: 0, WARNING: 1, "information": 2, "hint": 3}


def fine_otherwise(rule: Rule, subject: Subject, call: Call, known: Calls, jax: JaxView) -> bool:
    """Whether what the value is an item of may be something else that holds nothing bad."""
    mine = subject.container
    whole = next((a.value for a in call.arguments.values() if mine in a.value), ()) if mine is not None else ()
    others = [possible for possible in whole if possible != mine]
    if not others:
        return False
    bad = [
        other.container
        for other in rule.subjects(call, known)
        if other.container in others and any(rule.judge(p.what, other, call, jax) for p in other.argument.value)
    ]
    return any(possible not in bad for possible in others)


def severity_of(
    value: tuple[Possible, ...], bad: list[tuple[Possible, Verdict]], call: Call, otherwise: bool
) -> str | None:
    """Error where every value is rejected; warning where one is in a branch that nothing tests again."""
    if len(bad) == len(value) and not otherwise:
        severities = {v.severity for _, v in bad}
        return severities.pop() if len(severities) == 1 else WARNING
    branch = [p for p, _ in bad if p.under and DOUBT not in p.under and not _retested(p, call)]
    return max((WARNING, *(v.severity for _, v in bad)), key=lambda s: RANK[s]) if branch else None


def _retested(possible: Possible, call: Call) -> bool:
    """Whether a name of the tests that a value hangs on is tested again on the way to the call."""
    mine = {(c.path, c.span) for c in possible.under}
    names: set[str] = set()
    outer = frozenset().union(*(c.inside for c in possible.under))
    for condition in possible.under:
        if condition.number in (0, VERSION) or names & condition.names and condition.number not in outer:
            return True
        if possible.what in condition.values:  # a test of the very value
            return True
        names |= condition.names
    for condition in call.under:
        if condition.number in outer:
            continue
        same = (condition.path, condition.span) in mine
        if same or names & condition.names or any(name.endswith(":self") for name in condition.names):
            return True  # what an object was made with may be what its method asks it for
    return False
