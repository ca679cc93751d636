"""Runs the engine over a corpus in this process, and over the texts that its fixes make."""

from __future__ import annotations

import json
import os
import pathlib
import traceback
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from oracle.client import find_python, read_case
from prelower.engine import make_engine
from prelower.findings import ERROR, WARNING, Finding, Fix
from prelower.text import edits
from prelower.text.source import Source

Texts = Mapping[str, str]


class Case(NamedTuple):
    """A program of a corpus: its name, label and files, and what the engine found in them, or how it crashed."""

    name: str
    folder: pathlib.Path
    label: dict
    files: Texts
    findings: tuple[Finding, ...]
    crash: str | None = None

    @property
    def counting(self) -> tuple[Finding, ...]:
        """The findings that say there is a fault: errors and warnings."""
        return tuple(finding for finding in self.findings if finding.severity in (ERROR, WARNING))

    def __repr__(self) -> str:
        return self.name

    def file_of(self, finding: Finding) -> str:
        """The finding's file, as labels name it."""
        return os.path.relpath(finding.path, self.folder).replace(os.sep, "/")


class Corpus(NamedTuple):
    """A checked corpus."""

    name: str
    folder: pathlib.Path
    cases: tuple[Case, ...]

    def __repr__(self) -> str:
        return f"the {len(self.cases)} cases of {self.folder}"


class Mended(NamedTuple):
    """A case with a fix applied: the new texts, and what the engine finds in them."""

    case: Case
    title: str
    files: Texts
    left: tuple[Finding, ...]
    fixed: tuple[Finding, ...]

    def __repr__(self) -> str:
        return f"{self.case.name} ({self.title})"


def check_corpus(name: str, folder: pathlib.Path, only: tuple[str, ...] = ("",)) -> Corpus:
    """The corpus' cases whose names begin with one of these, with their findings."""
    folders = [place.parent for place in sorted(folder.glob("*/label.json"))]
    folders = [place for place in folders if place.name.startswith(only or ("",))]
    return Corpus(name, folder, tuple(_case(place) for place in folders))


def _case(folder: pathlib.Path) -> Case:
    label = json.loads((folder / "label.json").read_text(encoding="utf-8"))
    case = Case(folder.name, folder, label, read_case(folder), ())
    try:
        return case._replace(findings=findings(folder, case.files, label["jax"]))
    except Exception as error:  # noqa: BLE001 - one bad case must not hide the others
        return case._replace(crash="".join(traceback.format_exception(error)[-2:]))


def findings(folder: pathlib.Path, files: Texts, jax: str) -> tuple[Finding, ...]:
    """What the engine finds in these texts, as if the folder held them."""
    python = find_python()
    texts = {str(folder / name): text for name, text in files.items()}
    engine = make_engine(str(folder), python=python, jax_version=None if python else jax, variables={}, texts=texts.get)
    try:
        sources = [Source(path, text) for path, text in texts.items() if path.endswith(".py")]
        return tuple(found for source in sources for found in engine.settle(source).findings)
    finally:
        engine.close()


def mended(case: Case) -> Iterator[Mended]:
    """The case with each offered fix applied, and with all of them where there are several."""
    fixable = [finding for finding in case.counting if finding.fix]
    for finding in fixable:
        yield _mend(case, [finding])
    if len(fixable) > 1:
        yield _mend(case, fixable)


def _mend(case: Case, fixed: list[Finding]) -> Mended:
    files = dict(case.files)
    for name in {case.file_of(finding) for finding in fixed}:
        fixes = [finding.fix for finding in fixed if case.file_of(finding) == name and finding.fix]
        files[name] = _apply(files[name], fixes)
    left = findings(case.folder, files, case.label["jax"])
    title = "; ".join(finding.fix.message for finding in fixed if finding.fix)
    return Mended(case, title, files, left, tuple(fixed))


def _apply(text: str, fixes: list[Fix]) -> str:
    """All edits at once; one that several fixes share (an import) is made once."""
    changes = dict.fromkeys((edit.span, edit.content) for fix in fixes for edit in fix.edits)
    return edits.apply(text, changes)
