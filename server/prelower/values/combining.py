"""Combinations of possibilities: only those whose tests can go so together."""

from __future__ import annotations

from collections.abc import Callable

from prelower.values.model import Possible, Value
from prelower.values.possible import union, unknown

PAIRS = 64
"""More combinations of possibilities than that are not worked out."""


def combine(left: Value, right: Value, work: Callable[[Possible, Possible], Value]) -> Value:
    """What comes of each pair of possibilities whose tests can go so together."""
    if len(left) * len(right) > PAIRS:
        return unknown("too many possible values")
    found = []
    for one_ in left:
        for other in right:
            if contradict(one_, other):
                continue
            under = one_.under + tuple(c for c in other.under if c not in one_.under)
            found.append(tuple(p._replace(under=under) for p in work(one_, other)))
    return union(found)


def contradict(one_: Possible, other: Possible) -> bool:
    """Whether a test would have to go both ways; the same test in another round or call is another test."""
    return any(c.number == d.number > 0 and c.truth != d.truth for c in one_.under for d in other.under)
