"""What is known of watched values, for people: `prelower explain` and hover."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from prelower.findings import Finding
from prelower.reasons import told
from prelower.rules.base import Calls, Rule
from prelower.text.span import Span
from prelower.values.model import Argument, Call, Known, Outcome, Place, Possible, Unknown
from prelower.values.render import described

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement
    from prelower.verdicts import Case

_KEYWORD = re.compile(r"([^\W\d]\w*)\s*=\s*\(*\s*$")
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB")


class Explanation(NamedTuple):
    """What is known of a watched value, and why no more."""

    span: Span
    title: str
    lines: tuple[str, ...]


class Hover(NamedTuple):
    """What an editor shows at a place."""

    span: Span
    markdown: str


def explain(outcome: Outcome, rules: Iterable[Rule], case: Case, line: int) -> tuple[Explanation, ...]:
    """An explanation of each argument of each watched call that touches a line."""
    found: dict[tuple[Span, str], list[str]] = {}
    known = Calls(outcome.calls)
    for call in outcome.calls:
        for name, argument in call.arguments.items() if not _is_name(call) else ():
            span = _span_here(argument, case)
            if span is None or not (_touches(span, line) or _touches(call.callee_span, line) and _here(call, case)):
                continue
            lines = found.setdefault((span, f"{name} of {call.callee}"), [])
            for text in _known_lines(argument, call, known, case):
                if text not in lines:
                    lines.append(text)
    return tuple(Explanation(span, title, tuple(lines)) for (span, title), lines in sorted(found.items()))


def _is_name(call: Call) -> bool:
    """Whether it is the use of a name, which is given nothing."""
    return call.target.startswith("name.")


def _span_here(argument: Argument, case: Case) -> Span | None:
    for place in (argument.given, argument.handed):
        if place is not None and place.path == case.source.path:
            return place.span
    return None


def _here(call: Call, case: Case) -> bool:
    return call.site.path == case.source.path


def _touches(span: Span, line: int) -> bool:
    return span.line <= line <= span.end_line


def _known_lines(argument: Argument, call: Call, known: Calls, case: Case) -> list[str]:
    callers = _callers(call, known, argument) if any(map(_is_parameter, argument.value)) else ""
    lines = [f"{_described(p)}{callers if _is_parameter(p) else ''}{_from(p, case)}" for p in argument.value]
    if call.quiet:
        lines.append(f"silent: {call.quiet}")
    elif any(isinstance(p.what, Unknown) for p in argument.value):
        lines.append("silent: a value that is not known is never reported")
    if call.through:
        sites = ", ".join(f"line {site.span.line + 1}" for site in call.through)
        lines.append(f"reached through {sites}")
    return lines


def _is_parameter(possible: Possible) -> bool:
    """Whether a value is not known because it hangs on a parameter of a function."""
    return isinstance(possible.what, Unknown) and _PARAMETER.search(possible.what.reason) is not None


_PARAMETER = re.compile(r"(^|: )parameter `[^`]+` of ")


def _callers(call: Call, known: Calls, argument: Argument) -> str:
    """From how many places of what was read the call is reached, and whether any of them knows the value."""
    name = next((n for n, a in call.arguments.items() if a is argument), "")
    shown = [c for c in known.at(call) if not c.own and c.through]
    places = len({c.through[-1] for c in shown})
    if not places:
        return ", called from no place that is known"
    given = [c.arguments[name] for c in shown if name in c.arguments]
    some = any(not isinstance(p.what, Unknown) for a in given for p in a.value)
    where = "1 place" if places == 1 else f"{places} places"
    return f", called from {where}" + ("" if some else ", none with a known value")


def _described(possible: Possible) -> str:
    if isinstance(possible.what, Unknown):
        return f"not known: {told(possible.what.reason)}"
    text = described(possible.what)
    size = _size(possible)
    text = f"{text} = {size}" if size else text
    return f"{text} in one branch" if possible.under else text


def _size(possible: Possible) -> str | None:
    """A number of bytes in the unit that reads best."""
    value = possible.what.value if isinstance(possible.what, Known) else None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 1024 <= value < 2**60:
        return None
    power = 0
    while power < len(_UNITS) - 1 and value >= 1024:
        value, power = value / 1024, power + 1
    return f"{value:.4g} {_UNITS[power]}"


def _from(possible: Possible, case: Case) -> str:
    for place in possible.places[:1]:
        where = "" if place.path == case.source.path else f"{place.path}:"
        return f", {place.role} at {where}line {place.span.line + 1}"
    return ""


def hover(
    outcome: Outcome, findings: tuple[Finding, ...], rules: tuple[Rule, ...], case: Case, line: int, column: int
) -> Hover | None:
    """The rule in short and what is known, on a flagged value, and on keyword or callee of a watched call."""
    by_name = {rule.name: rule for rule in rules}
    for finding in findings:
        if finding.span.holds(line, column):
            return Hover(finding.span, _flagged(finding, by_name[finding.code], case))
    known = Calls(outcome.calls)
    for call in outcome.calls:
        if not _here(call, case) or _is_name(call):
            continue
        for rule in rules:
            answer = _on_call(call, rule, case, known, line, column) if call.target in rule.targets else None
            if answer is not None:
                return answer
    return None


def _flagged(finding: Finding, rule: Rule, case: Case) -> str:
    first, *rest = finding.message.split("\n")
    parts = [f"**{rule.name}**: {rule.summary}", f"`{first}`", *rest, *_facts(rule, case)]
    return "\n\n".join([*parts, f"[What it does and how to fix it]({finding.url})"])


def _facts(rule: Rule, case: Case) -> list[str]:
    version = f"JAX {case.jax.version}" if case.jax.version else "no JAX found: what every release says"
    return [f"JAX accepts {rule.accepts}; checked since {rule.since}.", f"Looked at: {version}."]


def _on_call(call: Call, rule: Rule, case: Case, known: Calls, line: int, column: int) -> Hover | None:
    on_callee = call.callee_span.holds(line, column)
    for subject in rule.subjects(call, known):
        span = call.callee_span if on_callee else _keyword_at(subject.argument.given, case, line, column)
        if span is not None:
            lines = _known_lines(subject.argument, call, known, case)
            text = f"**{subject.label}**: {'; '.join(lines)}"
            return Hover(span, "\n\n".join([text, *_facts(rule, case)]))
    return None


def _keyword_at(given: Place, case: Case, line: int, column: int) -> Span | None:
    """The keyword at a position, where it is that of the value given; reading the line comes last, for it costs."""
    if given.path != case.source.path or given.span.line != line or given.span.column < column:
        return None
    keyword = _keyword(case, given.span)
    return keyword if keyword is not None and keyword.holds(line, column) else None


def _keyword(case: Case, span: Span) -> Span | None:
    """Where `name` of `name=value` stands, given the value's place."""
    before = case.source.lines.line(span.line).encode()[: span.column].decode("utf-8", "replace")
    match = _KEYWORD.search(before)
    if match is None:
        return None
    start = len(before[: match.start(1)].encode())
    return Span(span.line, start, span.line, start + len(match[1].encode()))


def statement_around(statements: tuple[Statement, ...], span: Span) -> tuple[int, int]:
    """The first and last line of the innermost statement that holds a span."""
    for statement in statements:
        if statement.first_line <= span.line <= _last(statement):
            if statement.members:
                return statement_around(statement.members, span)
            return _innermost(statement, span)
    return span.line, span.end_line


def _last(statement: Statement) -> int:
    return max([statement.end_line, *(m.end_line for m in statement.members or ())])


def _innermost(statement: Statement, span: Span) -> tuple[int, int]:
    best = (statement.first_line, statement.end_line)
    for node in ast.walk(statement.node) if statement.node is not None else ():
        if isinstance(node, ast.stmt):
            lines = statement.span(node)
            body = getattr(node, "body", None)
            if lines.line <= span.line and span.end_line <= lines.end_line and not body:
                best = (lines.line, lines.end_line)
    return best
