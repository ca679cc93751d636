"""The format for people: the message, the line with the value marked, where it came from, and the way out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prelower.cli.arguments import Options
from prelower.cli.output.places import Place, Places
from prelower.cli.output.summary import summary
from prelower.cli.report import Report
from prelower.findings import ERROR, SAFE, WARNING, Finding

WIDTH = 160
"""Longer lines are cut around the value."""

_COLORS = {"bold": "1", ERROR: "1;31", WARNING: "1;33", "other": "1;36", "frame": "1;34"}


class Paint:
    """Colours text, or leaves it as it is."""

    def __init__(self, colors: bool) -> None:
        self._colors = colors

    def __call__(self, kind: str, text: str) -> str:
        """The text in the colour of a kind."""
        code = _COLORS.get(kind, _COLORS["other"])
        return f"\x1b[{code}m{text}\x1b[0m" if self._colors and text else text


def text(reports: Sequence[Report], places: Places, options: Options, colors: bool) -> Iterator[str]:
    """The findings, each with its line, and how many there are."""
    paint = Paint(colors)
    for report in reports:
        for finding in report.findings:
            yield _finding(finding, places, paint) + "\n"
    yield summary(reports, options)


def _finding(finding: Finding, places: Places, paint: Paint) -> str:
    first, *rest = finding.message.split("\n")
    place = places.place(finding.path, finding.span)
    margin = " " * len(str(place.row))
    head = f"{paint(finding.severity, f'{finding.severity}[{finding.code}]')}{paint('bold', f': {first}')}"
    rows = [head, f"{margin}{paint('frame', '-->')} {place.filename}:{place.row}:{place.column}"]
    rows += _excerpt(finding, place, places, paint)
    rows += [f"{margin} {paint('frame', '=')} {note}" for note in [*rest, *_notes(finding, places)]]
    return "\n".join(rows) + "\n"


def _notes(finding: Finding, places: Places) -> Iterator[str]:
    """What stands below the line: related places and the fix."""
    for related in finding.related:
        place = places.place(related.path, related.span)
        yield f"{related.message}: {place.filename}:{place.row}:{place.column}"
    if finding.fix:
        option = "--fix" if finding.fix.applicability == SAFE else "--fix --unsafe-fixes"
        yield f"fix ({option}): {finding.fix.message}"


def _excerpt(finding: Finding, place: Place, places: Places, paint: Paint) -> list[str]:
    """The line of the value, and carets below the value."""
    line = places.line(finding.path, finding.span.line)
    margin, bar = " " * len(str(place.row)), paint("frame", "|")
    if not line.strip():
        return []
    start = place.column - 1
    end = place.end_column - 1 if place.end_row == place.row else len(line.rstrip())
    line, start, end = _cut(line, start, end)
    carets = paint(finding.severity, "^" * max(1, _width(line[start:end])))
    more = [f"{margin} {bar} ..."] if place.end_row != place.row else []
    return [
        f"{margin} {bar}",
        f"{paint('frame', str(place.row))} {bar} {_printable(line)}",
        f"{margin} {bar} {_blank(line[:start])}{carets}",
        *more,
    ]


def _cut(line: str, start: int, end: int) -> tuple[str, int, int]:
    """A window of a long line that has the value in it, with the value's place there."""
    if len(line) <= WIDTH:
        return line, start, end
    first = max(0, min(start - WIDTH // 4, len(line) - WIDTH))
    window = line[first : first + WIDTH]
    return window, start - first, min(end - first, len(window))


def _printable(line: str) -> str:
    """The line without characters that would move the cursor or change the terminal."""
    return "".join(character if character == "\t" or character.isprintable() else "\ufffd" for character in line)


def _blank(before: str) -> str:
    """As much room as the text takes; tabs stay tabs."""
    return "".join("\t" if character == "\t" else " " * _width(character) for character in before)


def _width(shown: str) -> int:
    """The columns of a terminal that a text takes."""
    if shown.isascii():
        return len(shown)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(one) else 2 if east_asian_width(one) in "WF" else 1 for one in shown)
