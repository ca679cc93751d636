"""Where a value is handed on: by a call that leaves a parameter to its default, or that unpacks what holds it."""

from __future__ import annotations

from prelower.values.model import Place, Value


def by_way_of(value: Value, place: Place | None) -> Value:
    """The value with a place on its way, before the one where it is written: who is in that file can mend it there."""
    if place is None:
        return value
    return tuple(p._replace(places=(*p.places[-7:-1], place, p.places[-1])) if p.places else p for p in value)
