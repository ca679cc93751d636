"""What the other files of a project say of one: what they set in it, and for which releases of JAX they import it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from prelower.gates import TESTED, TRIED
from prelower.gates import Told as ToldIn
from prelower.values.module_relevance import defines
from prelower.values.roots import by_default
from prelower.values.world import NOTHING

if TYPE_CHECKING:
    from prelower.freshness import FreshIndex
    from prelower.runs import Ran
    from prelower.values.outside import Changes


class Said(NamedTuple):
    """What other files set in what a run has read, by path, and whether they may mean the file for other releases."""

    outside: Mapping[str, Changes] = NOTHING
    chosen: bool = False


NOBODY = Said()
"""Nothing is said."""


def said(indexed: FreshIndex, ran: Ran, told: ToldIn) -> Said:
    """What other files say of a file in which something was found."""
    path, outcome = ran.source.path, ran.outcome
    used = path if by_default(outcome.calls) else None
    gate = indexed.gate(path, told)
    return Said(
        indexed.changes((path, *outcome.read), used),
        gate == TESTED or (gate == TRIED and ran.fails),
    )


def fails(ran: Ran) -> bool:
    """Whether importing a file stops at a name that this JAX has not."""
    found = (*ran.analysis.findings, *ran.analysis.suppressed)
    lines = [finding.span.line for finding in found if finding.code == "jax-name-missing"]
    return any(not defines(s) and s.line <= line <= s.end_line for s in ran.statements for line in lines)
