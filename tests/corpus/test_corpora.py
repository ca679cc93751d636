"""The engine on labelled programs: what it must find, must not find, and how exact it must be.

Two corpora: our own in `tests/cases`, and the shared one where it is beside the repository.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import pathlib
import types
from collections import Counter

import pytest

from oracle.client import shared

from .checked import Corpus, Mended, check_corpus, mended
from .scoring import as_lsp, by_category, clean, marks, raising, silent, undecidable

OWN = pathlib.Path(__file__).resolve().parents[1] / "cases"
THOROUGH = "PRELOWER_THOROUGH"
"""Set this variable to have every label judged again."""
RECALL = {"shared": 1.0, "own": 0.965}
"""The share of decidable raising cases found, at least. Raise a figure when the engine got better."""
SILENT = {"shared": 1.0, "own": 1.0}
"""The same for the cases that lower into a config which the compiler cannot read."""


@pytest.fixture(scope="session", params=["own", "shared"])
def corpus(request: pytest.FixtureRequest) -> Corpus:
    """Each corpus with the engine's findings."""
    return check_corpus(request.param, OWN if request.param == "own" else shared("corpus"))


@pytest.fixture(scope="session")
def fixes(corpus: Corpus) -> list[Mended]:
    """Every case with its offered fixes applied."""
    return [fix for case in corpus.cases for fix in mended(case)]


def test_no_case_crashes_the_engine(corpus: Corpus):
    crashed = [f"{case.name}: {case.crash}" for case in corpus.cases if case.crash]
    assert not crashed, "\n".join(crashed)


def test_no_false_alarm(corpus: Corpus):
    wrong = [case for case in clean(corpus) if case.counting]
    assert not wrong, by_category(wrong)


def test_what_is_not_in_the_program_is_left_alone(corpus: Corpus):
    wrong = [case for case in undecidable(corpus) if case.counting]
    assert not wrong, by_category(wrong)


def test_recall(corpus: Corpus):
    cases = list(raising(corpus))
    missed = [case for case in cases if not marks(case).found]
    recall = 1 - len(missed) / len(cases)
    assert recall >= RECALL[corpus.name], f"found {recall:.1%} of {len(cases)}; missed {by_category(missed)}"


def test_what_only_the_compiler_rejects_is_a_warning(corpus: Corpus):
    cases = list(silent(corpus))
    assert not [case.name for case in cases for finding in case.findings if finding.severity == "error"]
    missed = [case for case in cases if not case.counting]
    found = 1 - len(missed) / len(cases)
    assert found >= SILENT[corpus.name], f"found {found:.1%} of {len(cases)}; missed {by_category(missed)}"


@pytest.mark.parametrize("mark", ["exact_range", "exact_message", "right_code"])
def test_a_found_case_is_exact(corpus: Corpus, mark: str):
    wrong = [case for case in raising(corpus) if marks(case).found and not getattr(marks(case), mark)]
    assert not wrong, by_category(wrong)


def test_nothing_else_is_flagged_in_a_raising_case(corpus: Corpus):
    wrong = [case for case in raising(corpus) if marks(case).stray]
    assert not wrong, by_category(wrong)


def test_the_shared_scorer_says_the_same(corpus: Corpus):
    score = _shared_scorer().score
    findings = {case.name: [as_lsp(case, finding) for finding in case.findings] for case in corpus.cases}
    total = score(corpus.folder, findings)["total"]
    of_ours = [marks(case) for case in raising(corpus)]
    assert total["found"] == sum(mark.found for mark in of_ours)
    assert total["exact_range"] == sum(mark.exact_range for mark in of_ours)
    assert total["false_positives"] == sum(bool(case.counting) for case in clean(corpus) if case.label["decidable"])


def test_a_fix_removes_its_finding_and_makes_no_other(corpus: Corpus, fixes: list[Mended]):
    wrong = [f"{fix}: {why}" for fix in fixes if (why := _unclean(fix))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.oracle
@pytest.mark.timeout(1800)
def test_every_fix_lowers(corpus: Corpus, fixes: list[Mended], oracle):
    """Of a case with several faults, only the text with all fixes can lower."""
    complete = [fix for fix in fixes if not fix.left and fix.case.label["decidable"]]
    results = oracle.judge({str(number): fix.files for number, fix in enumerate(complete)})
    judged = zip(complete, results.values(), strict=True)
    wrong = [f"{fix}: {result}" for fix, result in judged if not result.lowers]
    assert not wrong, "\n".join(wrong)


@pytest.mark.oracle
@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_labels_hold(corpus: Corpus, oracle):
    """Labels depend on nothing but the case and the JAX: a sample will do, unless thoroughness is asked for."""
    cases = corpus.cases[:: 1 if os.environ.get(THOROUGH) else 8]
    results = oracle.judge({case.name: case.files for case in cases})
    wrong = []
    for case in cases:
        found, label = results[case.name], case.label
        said = (found.outcome, found.exception, found.message, bool(found.silent))
        if said != (label["outcome"], label["exception"], label["message"], bool(label["silent"])):
            wrong.append(f"{case.name}: {found}")
    assert not wrong, "\n".join(wrong)


def _unclean(fix: Mended) -> str | None:
    """What is wrong with the text that a fix made, by the engine's word and Python's."""
    unparsable = [name for name, text in fix.files.items() if not _parses(text) and _parses(fix.case.files[name])]
    if unparsable:
        return f"no longer parses: {unparsable}"
    before = Counter((finding.code, finding.documented) for finding in fix.case.findings)
    before.subtract((finding.code, finding.documented) for finding in fix.fixed)
    after = Counter((finding.code, finding.documented) for finding in fix.left)
    new = after - before
    return f"left or new: {dict(new)}" if new else None


def _parses(text: str) -> bool:
    try:
        compile(
            text, "case.py", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True
        )  # a keyword given twice, too
    except SyntaxError:
        return False
    return True


def _shared_scorer() -> types.ModuleType:
    spec = importlib.util.spec_from_file_location("shared_score", shared("corpus", "score.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
