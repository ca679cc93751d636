"""What comes of a check: findings, and all that they depend on."""

from __future__ import annotations

from typing import NamedTuple

from prelower.elsewhere import NOBODY, Said
from prelower.findings import Finding
from prelower.syntax.trees import Statement
from prelower.text.source import Source
from prelower.values.model import Outcome, Question


class Analysis(NamedTuple):
    """What a check gives: findings, suppressed ones, open questions, the files read, and counts."""

    findings: tuple[Finding, ...]
    questions: frozenset[Question]
    read: dict[str, str]
    counts: dict[str, int]
    suppressed: tuple[Finding, ...] = ()


class Ran(NamedTuple):
    """A run of the interpreter and what it depends on."""

    source: Source
    statements: tuple[Statement, ...]
    outcome: Outcome
    analysis: Analysis
    answered: int
    words: frozenset[str] = frozenset()
    """The names that led to something watched when it was run."""
    found: bool = False
    """Whether something was found before other files were asked what they set."""
    fails: bool = False
    """Whether importing the file was seen to fail then."""
    said: Said = NOBODY
    """What other files say of it and of what it read."""

    @property
    def whole(self) -> bool:
        """Whether all of the file was read, and nothing in it is still to be looked up."""
        return not self.outcome.questions and all(map(_parses, self.statements))


def _parses(statement: Statement) -> bool:
    return statement.node is not None and not statement.half_typed and all(map(_parses, statement.members or ()))
