"""Holds findings against labels: found, exact, false alarm, stray (the rules of the corpus' own scorer)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from prelower.findings import Finding
from prelower.text.source import Source

from .checked import Case, Corpus

CODES = {
    "backend_config": "backend-config-not-str",
    "flag_value": "flag-value-not-scalar",
    "vmem_limit_bytes": "vmem-limit-not-int",
}
"""The rule that answers for each of the three core guards."""
PRINTS_VALUE = {
    "backend_config": "custom_call backend_config unexpected type: ",
    "flag_value": "invalid flag value: ",
}
"""How the messages begin that end with the value; where the value is not known, its source text stands there."""
ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


class Marks(NamedTuple):
    """What the findings of a raising case are worth. `stray`: findings on none of the accepted lines."""

    found: bool
    exact_range: bool
    exact_message: bool
    right_code: bool
    stray: bool


def raising(corpus: Corpus) -> Iterator[Case]:
    """The cases that a careful reader would flag."""
    return (case for case in corpus.cases if case.label["decidable"] and case.label["outcome"] == "raises")


def silent(corpus: Corpus) -> Iterator[Case]:
    """The cases that JAX accepts and the compiler will not."""
    return (case for case in corpus.cases if case.label["decidable"] and case.label["silent"])


def undecidable(corpus: Corpus) -> Iterator[Case]:
    """The cases whose value comes from outside the program."""
    return (case for case in corpus.cases if not case.label["decidable"])


def clean(corpus: Corpus) -> Iterator[Case]:
    """The cases in which any finding is a false alarm."""
    lowering = (case for case in corpus.cases if case.label["outcome"] == "lowers")
    return (case for case in lowering if not case.label["silent"])


def marks(case: Case) -> Marks:
    """The marks of a raising case."""
    places = [case.label, *case.label["also"]]
    here = [finding for finding in case.counting if any(_on(case, finding, place) for place in places)]
    core = case.label["guard"] in CODES
    return Marks(
        found=bool(here),
        exact_range=any(_exactly(case, finding, place) for finding in here for place in places),
        exact_message=not core or any(_says_it(case, finding) for finding in here),
        right_code=not core or any(finding.code == CODES[case.label["guard"]] for finding in here),
        stray=len(here) < len(case.counting),
    )


def as_lsp(case: Case, finding: Finding) -> dict:
    """The finding as the shared scorer wants it: lines from 0, UTF-16 columns."""
    (line, column), (end_line, end_column) = _range(case, finding)
    return {
        "file": case.file_of(finding),
        "line0": line,
        "col0": column,
        "line1": end_line,
        "col1": end_column,
        "severity": finding.severity,
        "code": finding.code,
        "message": finding.message,
    }


def by_category(cases: Iterable[Case]) -> str:
    """The cases' names, grouped and counted by kind, for a failure's text."""
    names = sorted(case.name for case in cases)
    counts = Counter(name.rsplit("-", 1)[0] for name in names)
    head = ", ".join(f"{kind} {count}" for kind, count in counts.most_common())
    return f"{len(names)} ({head}): {' '.join(names)}"


def _says_it(case: Case, finding: Finding) -> bool:
    if case.label["message"] in ADDRESS.sub("0x...", finding.message):
        return True
    prefix = PRINTS_VALUE.get(case.label["guard"])
    text = Source(finding.path, case.files[case.file_of(finding)]).lines.span_text(finding.span)
    return prefix is not None and finding.documented == prefix + text


def _range(case: Case, finding: Finding) -> list[list[int]]:
    lines = Source(finding.path, case.files[case.file_of(finding)]).lines
    span = finding.span
    ends = (span.line, span.column), (span.end_line, span.end_column)
    return [[line, lines.column(line, column, "utf-16")] for line, column in ends]


def _on(case: Case, finding: Finding, place: dict) -> bool:
    """Does the finding share a line with the place?"""
    (first, _), (last, _) = place["range"]
    span = finding.span
    return case.file_of(finding) == place["file"] and span.line <= last and span.end_line >= first


def _exactly(case: Case, finding: Finding, place: dict) -> bool:
    return case.file_of(finding) == place["file"] and _range(case, finding) == place["range"]
