"""What the names and objects that a loop changes are after any number of rounds."""

from __future__ import annotations

from prelower.values.classinfo import class_of
from prelower.values.machine import Machine
from prelower.values.memory import Key, State
from prelower.values.model import Unknown, Value
from prelower.values.objects import DictObject, HeapObject, ListObject, LostObject, Ref, contents, opened, references
from prelower.values.possible import unknown, widened

DEEPEST = 4
"""Objects further inside an object are not looked at."""


def widen(m: Machine, base: State) -> None:
    """Make what changed since `base` stand for any number of further changes."""
    if m.state.dead:
        m.state = base.child()
    for key in m.state.changed_since(base):
        before, after = base.find(key), m.state.find(key)
        if before is None or before is after or before == after:
            continue
        if isinstance(key, int):
            m.store(Ref(key), _widened_object(before, after))
        else:
            m.state.delta[key] = widened(before, after) if before and after else unknown("changed in a loop")  # type: ignore[arg-type]


def _widened_object(before: object, after: object) -> HeapObject:
    if isinstance(before, ListObject) and isinstance(after, ListObject):
        return opened(after)
    if isinstance(before, DictObject) and isinstance(after, DictObject):
        kept = tuple(
            e if e in before.entries else e._replace(value=e.value + unknown("changed in a loop"), sure=False)
            for e in after.entries
        )
        return after._replace(entries=kept, rest=True)
    return LostObject("changed in a loop")


def doubt_made(m: Machine, base: State, start: int) -> None:
    """What a name holds that was made in the round before may be another with each round."""
    for key in m.state.changed_since(base):
        value: Value = m.state.find(key) if isinstance(key, tuple) else ()  # type: ignore[assignment]
        if any(ref.address > start for ref in references(value or ())):
            m.state.delta[key] = (*value, *unknown("made anew in each round"))


def doubt_growing(m: Machine, base: State, numbers: tuple[int, int], first: dict[Key, object]) -> None:
    """What holds, or is made of, an object of the round before is another with each round.

    Objects made in the first round have addresses between the two numbers, those of the second larger ones.
    """
    start, middle = numbers
    for key in m.state.changed_since(base):
        value: Value = m.state.find(key) if isinstance(key, tuple) else ()  # type: ignore[assignment]
        new = [ref for ref in references(value or ()) if ref.address > middle]
        old: Value = first.get(key) or () if isinstance(key, tuple) else ()  # type: ignore[assignment]
        shapes = [_shape(m, ref) for ref in references(old)]
        if any(_reaches(m, ref, start, middle, 0) or _shape(m, ref) not in shapes for ref in new):
            m.state.delta[key] = (*value, *unknown("changed in a loop"))


def changed(m: Machine, base: State) -> dict[Key, object]:
    """What names and objects that changed since `base` hold now."""
    return {key: m.state.find(key) for key in m.state.changed_since(base)}


def grown(before: dict[Key, object], after: dict[Key, object]) -> set[Key]:
    """The names that hold values of other classes than a round before."""
    return {k for k, value in after.items() if isinstance(k, tuple) and not _classes(value) <= _classes(before.get(k))}


def doubt_grown(m: Machine, before: dict[Key, object]) -> None:
    """What has other classes with each round may be anything after many."""
    for key in grown(before, {key: m.state.find(key) for key in before}):
        m.state.delta[key] = (*m.state.find(key), *unknown("changed in a loop"))  # type: ignore[misc]


def _classes(value: object) -> set[object]:
    return {Unknown if isinstance(p.what, Unknown) else class_of(p.what) or type(p.what) for p in value or ()}  # type: ignore[attr-defined]


def _shape(m: Machine, ref: Ref) -> object:
    """What an object holds, objects inside it apart."""
    thing = m.heap(ref)
    return type(thing), [["" if isinstance(p.what, Ref) else p.what for p in value] for value in contents(thing)]


def _reaches(m: Machine, ref: Ref, start: int, middle: int, depth: int) -> bool:
    if start < ref.address < middle:
        return True
    inside = [inner for value in contents(m.heap(ref)) for inner in references(value)]
    return depth < DEEPEST and any(_reaches(m, inner, start, middle, depth + 1) for inner in inside)
