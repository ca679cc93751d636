"""The scorer itself, on findings made by hand."""

from __future__ import annotations

import pathlib

import pytest

from prelower.findings import CERTAIN, ERROR, INFORMATION, Finding
from prelower.text.span import Span

checked = pytest.importorskip("corpus.checked", reason="needs the engine", exc_type=ImportError)
scoring = pytest.importorskip("corpus.scoring", reason="needs the engine", exc_type=ImportError)

FOLDER = pathlib.Path("somewhere")
TEXT = 'NAME = "größe 🚀"; LIMIT = 1e6\n'
MESSAGE = "vmem_limit_bytes must be an int: provided with a <class 'float'>."
LABEL = {
    "outcome": "raises",
    "decidable": True,
    "silent": None,
    "guard": "vmem_limit_bytes",
    "message": MESSAGE,
    "file": "case.py",
    "range": [[0, 27], [0, 30]],
    "also": [],
}


def case(*findings: Finding, **label: object):
    return checked.Case("it-01", FOLDER, LABEL | label, {"case.py": TEXT}, findings)


def finding(column: int, end: int, severity: str = ERROR, line: int = 0, message: str = MESSAGE) -> Finding:
    span = Span(line, column, line, end)
    path = str(FOLDER / "case.py")
    return Finding("vmem-limit-not-int", severity, CERTAIN, f"{message}\ngot float", message, None, path, span)


def byte_columns() -> tuple[int, int]:
    start = len(TEXT[: TEXT.index("1e6")].encode())
    return start, start + 3


def test_an_exact_finding_has_every_mark():
    marks = scoring.marks(case(finding(*byte_columns())))
    assert marks == (True, True, True, True, False)


def test_columns_are_counted_in_utf16():
    found = case(finding(*byte_columns()))
    assert scoring.as_lsp(found, found.findings[0])["col0"] == 27


def test_a_finding_on_the_line_finds_the_case_inexactly():
    marks = scoring.marks(case(finding(0, 4, message="another")))
    assert marks.found and not marks.exact_range and not marks.exact_message and not marks.stray


def test_a_finding_elsewhere_is_stray():
    marks = scoring.marks(case(finding(0, 0, line=1)))
    assert not marks.found and marks.stray


def test_information_counts_for_nothing():
    assert not scoring.marks(case(finding(*byte_columns(), severity=INFORMATION))).found


def test_another_place_is_as_good():
    other = [{"file": "case.py", "range": [[1, 0], [1, 0]]}]
    assert scoring.marks(case(finding(0, 0, line=1), also=other)).exact_range


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ({"outcome": "raises"}, "raising"),
        ({"outcome": "lowers"}, "clean"),
        ({"outcome": "lowers", "silent": "why"}, "silent"),
        ({"decidable": False}, "undecidable"),
        ({"decidable": False, "outcome": "lowers"}, "undecidable"),
    ],
)
def test_each_case_is_of_its_kind(label: dict, kind: str):
    corpus = checked.Corpus("it", FOLDER, (case(**label),))
    kinds = {name for name in ("raising", "clean", "silent", "undecidable") if list(getattr(scoring, name)(corpus))}
    assert kinds - {"clean"} == {kind} - {"clean"} and kind in kinds
