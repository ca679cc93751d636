"""What the author's comments silence, and those of them that silence nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from prelower import explaining
from prelower.findings import CERTAIN, INFORMATION, SAFE, Edit, Finding, Fix
from prelower.rules import pages
from prelower.rules.unused_suppression import NAME
from prelower.text.source import Source

if TYPE_CHECKING:
    from prelower.syntax.suppress import Suppressions, Unused
    from prelower.syntax.trees import Statement


class Silenced(NamedTuple):
    """The findings that are shown, and those that a comment silences."""

    kept: tuple[Finding, ...]
    silenced: tuple[Finding, ...]


def silenced(
    source: Source,
    statements: tuple[Statement, ...],
    found: tuple[Finding, ...],
    judged: Callable[[], frozenset[str]],
) -> Silenced:
    """The findings of a file by what its comments say of them.

    `judged` gives the rules that have said all they have to say; comments about others are left alone.
    """
    if "prelower:" not in source.text:
        return Silenced(found, ())
    from prelower.syntax.suppress import suppressions

    comments = suppressions(source.text)
    if comments is None:
        return Silenced(found, ())
    kept: list[Finding] = []
    away: list[Finding] = []
    for finding in found:
        around = explaining.statement_around(statements, finding.span)
        (away if comments.silences(finding.code, finding.span, around) else kept).append(finding)
    kept.extend(_unused(source, comments, judged))
    return Silenced(tuple(sorted(kept, key=lambda finding: finding.span)), tuple(away))


def _unused(source: Source, comments: Suppressions, judged: Callable[[], frozenset[str]]) -> Iterator[Finding]:
    found = comments.unused()
    rules = judged() if found else frozenset()
    known = {page.name for page in pages()}
    for unused in found:
        wanted = frozenset(unused.codes) & known or known - {NAME}
        strange = [code for code in unused.codes if code not in known]
        if rules and NAME in rules and (wanted <= rules or strange):
            yield _finding(source, unused, strange)


def _finding(source: Source, unused: Unused, strange: list[str]) -> Finding:
    shown = ", ".join(f"`{code}`" for code in strange or unused.codes)
    message = f"unused suppression: {shown} {_is(strange, unused)}" if shown else "unused suppression"
    fix = Fix(SAFE, "Remove the unused suppression", (Edit(unused.span_to_delete, ""),))
    return Finding(NAME, INFORMATION, CERTAIN, message, message, None, source.path, unused.place, fix, unnecessary=True)


def _is(strange: list[str], unused: Unused) -> str:
    if strange:
        return "is no rule" if len(strange) == 1 else "are no rules"
    return "is not reported here" if len(unused.codes) == 1 else "are not reported here"
