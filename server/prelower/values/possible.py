"""Small sets of possible values: made, joined, widened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from prelower.values.classinfo import class_of
from prelower.values.model import ABSENT, DOUBT, Condition, Instance, Known, Place, Possible, Sequence, Unknown, Value
from prelower.values.objects import BoundMethod, Function, MethodOf, Ref, Thing, UserClass

LIMIT = 16
"""More possibilities than that are Unknown."""


def one(what: Thing, places: tuple[Place, ...] = (), under: tuple[Condition, ...] = ()) -> Value:
    """The value that has this single possibility."""
    return (Possible(what, places, under),)  # type: ignore[arg-type]


def unknown(reason: str) -> Value:
    """A value that is not known, and why."""
    return (Possible(Unknown(reason)),)


NONE = one(Known(None))


def is_unknown(value: Value) -> bool:
    """Whether nothing at all is known of a value."""
    return all(type(p.what) is Unknown for p in value)


def common(one_: tuple[Condition, ...], other: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The conditions that both have."""
    return one_ if one_ == other else tuple(c for c in one_ if c in other)


DEEPEST = 2
"""Tuples further inside a tuple are equal only where they are the same."""


def _key(what: Thing, depth: int = 0) -> object:
    """What is the same for equal things: what holds much goes by what made it, not by all that it holds."""
    if isinstance(what, Function):
        return Function, id(what.node), what.scope.number, id(what.parameters) if what.parameters else 0
    if isinstance(what, UserClass):
        return UserClass, what.space.number, what.special, id(what.fields) if what.fields else 0
    if isinstance(what, (BoundMethod, MethodOf)):
        of = _key(what.function) if isinstance(what, BoundMethod) else what.name
        return type(what), of, _key(what.receiver.what, depth + 1)
    if isinstance(what, Sequence):
        if depth > DEEPEST:
            return Sequence, id(what.items), what.rest
        items = tuple(tuple(_key(p.what, depth + 1) for p in value) for value in what.items)
        return Sequence, what.cls.name, what.rest, items
    return type(what), what


def union(values: Iterable[Value]) -> Value:
    """All possibilities of these values, equal ones once."""
    same: dict[int, Possible] = {}
    for value in values:
        for possible in value:
            _merge(same, id(possible.what), possible)
    found = _told_apart(same) if len(same) > 1 else same
    if len(found) > LIMIT:
        # An object stays among the possibilities: what is done to the value may be done to it.
        objects = tuple(p for p in found.values() if type(p.what) is Ref)
        return (*objects[: 4 * LIMIT], *unknown(f"more than {LIMIT} possible values"))
    return tuple(found.values())


def _told_apart(same: dict[int, Possible]) -> dict[Any, Possible]:
    """Possibilities of which no two are equal; hashing them is worth avoiding where one is all there is."""
    found: dict[Any, Possible] = {}
    for possible in same.values():
        _merge(found, _key(possible.what), possible)
    return found


def _merge(found: dict[Any, Possible], key: object, possible: Possible) -> None:
    old = found.get(key)
    if old is None:
        found[key] = possible
    elif old is not possible:
        found[key] = old._replace(under=common(old.under, possible.under))


def through(value: Value, place: Place) -> Value:
    """The value after it came through a place."""
    return tuple(Possible(p.what, (*p.places[-7:], place), p.under) for p in value)


def under(value: Value, conditions: tuple[Condition, ...]) -> Value:
    """The value as it is where these tests went so."""
    if not conditions:
        return value
    several = len(value) > 1
    return tuple(Possible(p.what, p.places, _added(p.under, conditions, several)) for p in value)


def _added(old: tuple[Condition, ...], new: tuple[Condition, ...], several: bool) -> tuple[Condition, ...]:
    """Conditions with further ones around them.

    A value is certain in a branch only if it was the only one there, or hangs on tests made
    inside that branch; everything else gets DOUBT.
    """
    extra = tuple(c for c in new if c not in old)
    if not extra:
        return old
    doubtful = several and not old
    doubtful = doubtful or any(c.number not in o.inside for o in old for c in extra)
    return (*old, *extra, *((DOUBT,) if doubtful and DOUBT not in old and DOUBT not in extra else ()))


def single(value: Value) -> Thing | None:
    """The only possibility, or None where there are several."""
    return value[0].what if len(value) == 1 else None


def widened(before: Value, after: Value) -> Value:
    """What a value can be after any number of rounds, given it before and after one."""
    if before == after or [p.what for p in before] == [p.what for p in after]:
        return after
    merged = union((before, after))
    return union([(_general(p),) for p in merged])


def _general(possible: Possible) -> Possible:
    what = possible.what
    if type(what) is Known and isinstance(what.value, (int, float, str, bytes)) and type(what.value) is not bool:
        cls = class_of(what)
        return possible._replace(what=Instance(cls) if cls else Unknown("changed in a loop"))
    if type(what) is Instance:
        return possible._replace(what=what._replace(value=ABSENT, text=None))
    if type(what) in (Known, Unknown, Ref):
        return possible
    return possible._replace(what=Unknown("changed in a loop"))
