"""Comments that silence: how to write one for a finding, and what one says to who reads it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from prelower.explaining import Hover, statement_around
from prelower.findings import RULES_URL, SAFE, Edit, Finding, Fix
from prelower.fixes import newline_of
from prelower.rules import pages
from prelower.rules.unused_suppression import NAME
from prelower.syntax.scan import LogicalLine, comments, logical_lines
from prelower.syntax.suppress import Suppressions, suppressions
from prelower.text.lines import BOM
from prelower.text.source import Source
from prelower.text.span import Span

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

_ON_TOP = re.compile(r"#!|[ \t\f]*#.*?coding[:=]")


def fixes(source: Source, statements: tuple[Statement, ...], finding: Finding) -> Iterator[Fix]:
    """The ways to silence a finding: on its line, and in the whole file."""
    if finding.code == NAME or finding.path != source.path:
        return
    found = suppressions(source.text)
    around = statement_around(statements, finding.span)
    edit = _merged(found, finding, around, False) or _on_line(source, finding, around)
    if edit is not None:
        yield Fix(SAFE, f"Ignore `{finding.code}` on this line", (edit,))
    edit = _merged(found, finding, around, True) or _on_top(source, finding.code)
    yield Fix(SAFE, f"Ignore `{finding.code}` in this file", (edit,))


def _merged(found: Suppressions | None, finding: Finding, around: tuple[int, int], for_file: bool) -> Edit | None:
    """The edit that puts the code into a comment that is there already."""
    place = found.extendable(finding.span, around, for_file) if found is not None else None
    if place is None:
        return None
    line, column, first = place
    return Edit(Span(line, column, line, column), finding.code if first else f", {finding.code}")


def _on_line(source: Source, finding: Finding, around: tuple[int, int]) -> Edit | None:
    """The edit that puts a comment at the end of a line, else on a line of its own above the statement.

    There is none where all of these places would be in a string.
    """
    directive = f"# prelower: ignore[{finding.code}]"
    for line in dict.fromkeys((finding.span.end_line, finding.span.line, around[1], around[0])):
        text = source.lines.line(line)
        if _takes_comment(source, line):
            end = len(text.encode("utf-8", "surrogatepass"))
            return Edit(Span(line, end, line, end), f"  {directive}" if text.strip() else directive)
    start = source.lines.starts[around[0]]
    if _logical_line(source.text, start)[0] < start:
        return None  # the statement begins on a line that goes on from the one above, maybe in a string
    text = source.lines.line(around[0])
    indent = text[: len(text) - len(text.lstrip())]
    return Edit(Span(around[0], 0, around[0], 0), f"{indent}{directive}{newline_of(source.text)}")


def _takes_comment(source: Source, line: int) -> bool:
    """Whether a comment at the end of a line would be one: not in a string, nor behind a backslash."""
    text, lines = source.text, source.lines
    here = lines.starts[line] + len(lines.line(line))
    start, end = _logical_line(text, here)
    # All of the logical line is looked at: from its first part alone nobody knows whether a string goes on.
    found = (comment for comment in comments(f"{text[start:here]}#{text[here:end]}") if comment[1] == here - start + 1)
    comment = next(found, None)
    return comment is not None and not (comment[0] == here - start and text[start:here].endswith("\\"))


def _logical_line(text: str, offset: int) -> tuple[int, int]:
    """Where the logical line that an offset lies in starts and ends; a line without code is nothing but the offset."""
    lines = _logical_lines(text)
    number = bisect_right(lines, (offset, len(text), len(text))) - 1
    start, _, end = lines[number] if number >= 0 else (offset, offset, offset)
    return (start, end) if offset <= end else (offset, offset)


@lru_cache(maxsize=1)
def _logical_lines(text: str) -> list[LogicalLine]:
    """The logical lines of the text asked about last: it is asked about for each of its findings."""
    return logical_lines(text)


def _on_top(source: Source, code: str) -> Edit:
    """The edit that puts a comment for the whole file above its first line of code, below what must stay on top."""
    lines, line = source.lines, 0
    while line < 2 and _ON_TOP.match(lines.line(line).lstrip(BOM)):
        line += 1
    while line < len(lines) - 1 and not lines.line(line).strip():
        line += 1
    column = len(BOM.encode()) if lines.line(line).startswith(BOM) else 0
    return Edit(Span(line, column, line, column), f"# prelower: file-ignore[{code}]{newline_of(source.text)}")


def hover(
    source: Source, statements: tuple[Statement, ...], silenced: Iterable[Finding], line: int, column: int
) -> Hover | None:
    """What a comment that silences says, at a place in it."""
    if "prelower:" not in source.lines.line(line):
        return None
    found = suppressions(source.text)
    mention = found.mention(line, column) if found is not None else None
    if found is None or mention is None:
        return None
    all_silenced = [
        f for f in silenced if found.by(mention.number, f.code, f.span, statement_around(statements, f.span))
    ]
    if mention.code is None:
        return Hover(mention.span, "\n\n".join([f"Silences every rule {mention.where}.", *_now(all_silenced)]))
    page = next((page for page in pages() if page.name == mention.code), None)
    if page is None:
        return Hover(mention.span, f"`{mention.code}` is no rule of prelower.")
    now = _now([finding for finding in all_silenced if finding.code == mention.code])
    link = f"[What it does and how to fix it]({RULES_URL}{page.name}.md)"
    text = [f"**{page.name}**: {page.summary}", f"Silenced {mention.where}.", *now, link]
    return Hover(mention.span, "\n\n".join(text))


def _now(silenced: list[Finding]) -> list[str]:
    """What is silenced at present, a line each."""
    if not silenced:
        return ["It silences nothing now."]
    return [f"Line {finding.span.line + 1}: `{finding.documented}`" for finding in silenced[:5]] + (
        [f"and {len(silenced) - 5} more"] if len(silenced) > 5 else []
    )
