"""What comes of a check: findings, and all that they depend on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from prelower.findings import Finding
from prelower.syntax.trees import Statement
from prelower.text.source import Source
from prelower.values.model import Outcome, Question
from prelower.values.world import NOTHING

if TYPE_CHECKING:
    from prelower.values.outside import Changes


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
    outside: Mapping[str, Changes] = NOTHING
    """What other files set in what it read."""
