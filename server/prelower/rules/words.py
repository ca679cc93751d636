"""Words that are nearly right: the one that was meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word that is most like another, where one is clearly like it."""
    from difflib import get_close_matches

    known = {w.lower(): w for w in words}
    folded = word.lower()
    if folded in known:
        return known[folded]
    close = get_close_matches(folded, known, n=2, cutoff=0.8)
    return known[close[0]] if close else None
