"""Texts as they are while someone types, and what is found in them that the complete text does not have."""

from __future__ import annotations

import ast
import json
import pathlib
from collections.abc import Iterator
from typing import NamedTuple

from prelower.engine import Engine
from prelower.findings import Finding
from prelower.jaxview.jax import ASKED, Jax
from prelower.text.source import Source

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = ("compiler_params", "custom_call", "_BUDGET =")
COMES = "the value comes from here"


class Typed(NamedTuple):
    """A text at a moment of typing; `first` and `last` are the lines (from 0) of the statement being typed."""

    text: str
    first: int
    last: int
    later: int
    """How many lines the complete text has more."""
    without: str = ""
    """The text without the statement being typed."""


class Extra(NamedTuple):
    """A finding that the complete text does not have."""

    moment: Typed
    finding: Finding

    def __str__(self) -> str:
        lines = self.moment.text.split("\n")
        typed = " / ".join(line.strip() for line in lines[self.moment.first : self.moment.last + 1])
        where = f"{self.finding.code} on line {self.finding.span.line + 1}"
        return f"typed {typed[-70:]!r}: {where} {self.finding.documented[:80]}"


class Case(NamedTuple):
    """A program to type, and the line (from 0) of the value that it is about."""

    path: pathlib.Path
    line: int | None

    def __repr__(self) -> str:
        return self.path.stem if self.path.stem != "case" else self.path.parent.name


def cases() -> list[Case]:
    """The examples, our own cases, and the shared corpus where it is."""
    found = [Case(path, None) for path in sorted((ROOT / "examples").glob("*.py"))]
    for folder in (ROOT / "tests" / "cases", ROOT.parent / "shared" / "corpus"):
        for path in sorted(folder.glob("*/case.py")):
            label = json.loads((path.parent / "label.json").read_text("utf-8"))
            line = label.get("line") if label.get("file") == "case.py" else None
            found.append(Case(path, line - 1 if line else None))
    return found


def checker(case: Case) -> Engine:
    """An engine for the case's folder."""
    return Engine(str(case.path.parent), Jax("0.12.0.1", ASKED))


def found_in(engine: Engine, case: Case, text: str) -> tuple[Finding, ...]:
    """The findings of a text in the place of the case's."""
    return engine.check(Source(str(case.path), text)).findings


def statements(text: str) -> list[tuple[int, int]]:
    """The first and last line of each statement that holds no other, in order."""
    spans = []
    try:
        tree = ast.parse(text)
    except SyntaxError:  # newer than the running Python
        return []
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not getattr(node, "body", None):
            spans.append((node.lineno - 1, (node.end_lineno or node.lineno) - 1))
    return sorted(set(spans))


def around(text: str, line: int | None) -> tuple[int, int] | None:
    """The statement that a line belongs to; the last one with a watched word where no line is given."""
    spans = statements(text)
    if line is not None:
        return next((s for s in spans if s[0] <= line <= s[1]), None)
    lines = text.split("\n")
    held = [s for s in spans if any(word in text for text in lines[s[0] : s[1] + 1] for word in WORDS)]
    return held[-1] if held else None


def in_place(text: str, line: int | None, every: int = 1) -> Iterator[Typed]:
    """The complete text with one statement typed character by character."""
    span = around(text, line)
    if span is None:
        return
    lines = text.split("\n")
    first, last = span
    indent = len(lines[first]) - len(lines[first].lstrip())
    body = "\n".join(lines[first : last + 1])
    without = "\n".join([*lines[:first], " " * indent + "pass", *lines[last + 1 :]])
    for end in range(indent, len(body), every):
        typed = body[:end].split("\n")
        made = [*lines[:first], *typed, *lines[last + 1 :]]
        yield Typed("\n".join(made), first, first + len(typed) - 1, len(lines) - len(made), without)


def prefixes(text: str, every: int = 1) -> Iterator[Typed]:
    """The text typed from its beginning to its end."""
    spans = statements(text)
    lines = text.split("\n")
    for end in range(0, len(text), every):
        made = text[:end]
        here = made.count("\n")
        first = max((s[0] for s in spans if s[0] <= here <= s[1]), default=here)
        yield Typed(made, first, here, 0, "\n".join(lines[:first]) + "\n")


def extras(engine: Engine, case: Case, moments: Iterator[Typed], complete: tuple[Finding, ...]) -> list[Extra]:
    """The findings at these moments that the complete text does not have.

    Not those about the value being typed, nor those of the text without the statement being typed: what that one is
    about to mend is wrong until it does.
    """
    known = {(f.code, f.span.line) for f in complete}
    found = []
    for moment in moments:
        for finding in found_in(engine, case, moment.text):
            line = finding.span.line
            if line > moment.last:
                line += moment.later
            if (finding.code, line) in known or _of_typed(moment, finding):
                continue
            if (finding.code, line) not in _without(engine, case, moment):
                found.append(Extra(moment, finding))
    return found


def _without(engine: Engine, case: Case, moment: Typed) -> set[tuple[str, int]]:
    """The findings of the text without the statement being typed, by lines of the complete text."""
    missing = moment.last + moment.later - moment.first if moment.later or moment.last > moment.first else 0
    found = set()
    for finding in found_in(engine, case, moment.without):
        line = finding.span.line
        found.add((finding.code, line + missing if line > moment.first else line))
    return found


def _of_typed(moment: Typed, finding: Finding) -> bool:
    """Whether a finding is about the value being typed: it stands there, or its value comes from there."""
    places = [finding.span, *(r.span for r in finding.related if r.message == COMES)]
    return any(moment.first <= span.line <= moment.last for span in places)
