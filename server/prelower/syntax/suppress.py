"""Comments by which an author silences findings: `# prelower: ignore[code]` and `# prelower: file-ignore`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from prelower.syntax.scan import comments
from prelower.text.lines import BOM, Lines
from prelower.text.span import Span

_MARK = "prelower:"
_BLANKS = f" \t\f{BOM}"
# What follows up to the next comment sign is the author's reason.
_DIRECTIVE = re.compile(r"(\#[ \t]*prelower:[ \t]*(file-ignore|ignore)(?![-\w])(?:[ \t]*\[([^\]]*)\])?)[^#]*")
_CODE = re.compile(r"[^,\s]+")


class _Code(NamedTuple):
    """A code that a directive names, and its offsets."""

    name: str
    start: int
    end: int


class _Directive(NamedTuple):
    """One such comment and its offsets; `start` to `end` is what to delete to be rid of it.

    `bare` says that it names no codes and means all; `own_line` that it stands on no line of code.
    """

    line: int
    start: int
    end: int
    place: Span
    for_file: bool
    own_line: bool
    bare: bool
    codes: tuple[_Code, ...]


class Unused(NamedTuple):
    """What silences nothing: `span_to_delete` is what to delete to be rid of it, `place` where it stands.

    `codes` are those that do nothing; none where the comment names none.
    """

    span_to_delete: Span
    codes: tuple[str, ...]
    place: Span


class Mention(NamedTuple):
    """A place in such a comment: a code, or the comment itself where it means all rules.

    `number` is the comment's, among those of its text; `where` says what it is about.
    """

    number: int
    code: str | None
    span: Span
    where: str


class Suppressions:
    """The directives of one text; it remembers which of them silenced something."""

    def __init__(self, lines: Lines, directives: tuple[_Directive, ...]) -> None:
        self._lines = lines
        self._directives = directives
        self._by_line: dict[int, list[_Directive]] = {}
        for directive in directives:
            self._by_line.setdefault(directive.line, []).append(directive)
        self._used: set[tuple[_Directive, str]] = set()

    def silences(self, code: str, span: Span, statement: tuple[int, int]) -> bool:
        """Whether a finding at the span, in a statement from its first to its last line, is silenced.

        It is by a comment at the end of a line of the span or of the statement's first or last
        line, by one on a line of its own directly above one of these two, or by one for the file.
        """
        matching = {directive for directive in self._near(span, statement) if _covers(directive, code)}
        self._used.update((directive, code) for directive in matching)
        return bool(matching)

    def by(self, number: int, code: str, span: Span, statement: tuple[int, int]) -> bool:
        """Whether the comment of that number silences such a finding."""
        directive = self._directives[number]
        return _covers(directive, code) and directive in self._near(span, statement)

    def mention(self, line: int, column: int) -> Mention | None:
        """What stands at a position (column in UTF-8 bytes)."""
        for number, directive in enumerate(self._directives):
            where = "in this file" if directive.for_file else "here"
            for code in directive.codes:
                span = self._lines.span(code.start, code.end)
                if span.holds(line, column):
                    return Mention(number, code.name, span, where)
            if directive.bare and directive.place.holds(line, column):
                return Mention(number, None, directive.place, where)
        return None

    def extendable(self, span: Span, statement: tuple[int, int], for_file: bool) -> tuple[int, int, bool] | None:
        """Where a code can be written into a comment near a finding: line, column, and whether it is the first."""
        for directive in self._near(span, statement):
            if directive.for_file == for_file and not directive.bare:
                last = directive.codes[-1].end if directive.codes else None
                place = directive.place
                if last is None:
                    return place.end_line, place.end_column - 1, True
                return *self._lines.position(last), False
        return None

    def unused(self) -> tuple[Unused, ...]:
        """The directives, or single codes in them, that silenced nothing so far."""
        return tuple(unused for directive in self._directives for unused in self._unused_in(directive))

    def _near(self, span: Span, statement: tuple[int, int]) -> Iterator[_Directive]:
        yield from (directive for directive in self._directives if directive.for_file)
        for line in (*range(span.line, span.end_line + 1), *statement):
            yield from (found for found in self._on(line) if not found.own_line)
        for line in (span.line, statement[0]):
            yield from self._above(line)

    def _on(self, line: int) -> list[_Directive]:
        return [directive for directive in self._by_line.get(line, ()) if not directive.for_file]

    def _above(self, line: int) -> Iterator[_Directive]:
        """The directives in the block of comments that ends on the line before."""
        while self._lines.line(line - 1).lstrip(_BLANKS).startswith("#"):
            line -= 1
            yield from (found for found in self._on(line) if found.own_line)

    def _unused_in(self, directive: _Directive) -> Iterator[Unused]:
        used = {code for other, code in self._used if other is directive}
        if not used:
            names = tuple(code.name for code in directive.codes)
            yield Unused(self._lines.span(directive.start, directive.end), names, directive.place)
        elif not directive.bare:
            kept = [number for number, code in enumerate(directive.codes) if code.name in used]
            for number, code in enumerate(directive.codes):
                if number not in kept:
                    start, end = _with_comma(directive.codes, number, number > kept[0])
                    yield Unused(self._lines.span(start, end), (code.name,), self._lines.span(code.start, code.end))


def suppressions(text: str) -> Suppressions | None:
    """The suppression comments of a text; None if it has none."""
    if _MARK not in text:
        return None
    lines = Lines(text)
    found = [directive for start, end in comments(text) for directive in _directives(lines, start, end)]
    return Suppressions(lines, tuple(found)) if found else None


def _directives(lines: Lines, start: int, end: int) -> Iterator[_Directive]:
    """The directives in the comment at these offsets."""
    text = lines.text
    if text.find(_MARK, start, end) < 0:
        return
    line, _ = lines.position(start)
    own_line = not text[lines.starts[line] : start].strip(_BLANKS)
    for match in _DIRECTIVE.finditer(text, start, end):
        names = () if match.group(3) is None else _CODE.finditer(text, *match.span(3))
        yield _Directive(
            line,
            *_extent(lines, line, own_line, match.span()),
            lines.span(*match.span(1)),
            match.group(2) == "file-ignore",
            own_line,
            match.group(3) is None,
            tuple(_Code(name.group(), *name.span()) for name in names),
        )


def _extent(lines: Lines, line: int, own_line: bool, span: tuple[int, int]) -> tuple[int, int]:
    """What goes with a directive: the blanks before it, and its line if nothing else stands there."""
    start, end = span
    rest = lines.starts[line] + len(lines.line(line))
    if end < rest:
        # Another comment follows, and keeps its place.
        return start, end
    first = lines.starts[line] + lines.line(line).startswith(BOM)
    start = first + len(lines.text[first:start].rstrip(" \t\f"))
    if own_line and start == first and line + 1 < len(lines):
        return start, lines.starts[line + 1]
    return start, end


def _covers(directive: _Directive, code: str) -> bool:
    return directive.bare or any(code == named.name for named in directive.codes)


def _with_comma(codes: tuple[_Code, ...], number: int, backwards: bool) -> tuple[int, int]:
    """What to delete for one of several codes: with the comma before it, or with the one after it."""
    if backwards:
        return codes[number - 1].end, codes[number].end
    return codes[number].start, codes[number + 1].start
