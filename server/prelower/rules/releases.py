"""What holds from one release of JAX to the next: rows of the first release and what is so from then on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from prelower.rules.base import JaxView

_What = TypeVar("_What")


def in_release(jax: JaxView, rows: Sequence[tuple[str, _What]]) -> _What | None:
    """What is so in the release at hand; None before the first row. Rows stand oldest first.

    Where no version is known, it is what all releases have in common: the only row, or nothing.
    """
    if jax.version is None:
        return rows[0][1] if len(rows) == 1 else None
    return next((what for since, what in reversed(rows) if jax.at_least(since)), None)
