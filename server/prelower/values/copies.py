"""What `copy.copy` and `copy.deepcopy` give: an object that is copied is copied once, however often it is held."""

from __future__ import annotations

from prelower.values.classes import find
from prelower.values.machine import Machine
from prelower.values.model import Possible, Sequence, Value
from prelower.values.objects import DictObject, HeapObject, InstanceObject, ListObject, Ref, Thing
from prelower.values.possible import unknown

DEEPEST = 8
"""Objects further inside an object are not copied."""
OWN_WAY = ("__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__getstate__", "__setstate__")
"""Methods by which a class says how it is copied."""


def copied(m: Machine, value: Value, deep: bool, depth: int = 0, memo: dict[Ref, Possible] | None = None) -> Value:
    """A copy of each possibility; `memo` holds the copies made so far."""
    memo = {} if memo is None else memo
    found: list[Possible] = []
    for possible in value:
        what: Thing = possible.what
        if depth > DEEPEST:
            found.extend(unknown("a copy of something that holds itself, or too much"))
        elif isinstance(what, Ref):
            if what not in memo:
                _copy(m, what, deep, depth, memo)
            found.append(possible._replace(what=memo[what].what))
        elif deep and isinstance(what, Sequence):
            items = tuple(copied(m, v, True, depth + 1, memo) for v in what.items)
            found.append(possible._replace(what=what._replace(items=items)))
        else:
            found.append(possible)
    return tuple(found)


def _copy(m: Machine, ref: Ref, deep: bool, depth: int, memo: dict[Ref, Possible]) -> None:
    """Put the copy of an object into `memo`, before what it holds is copied: that may be the object itself."""
    thing = m.heap(ref)
    if isinstance(thing, InstanceObject) and thing.user is not None and any(find(m, thing.user, n) for n in OWN_WAY):
        m.lose((Possible(ref),), "copied in its own way")  # type: ignore[arg-type]
        memo[ref] = unknown("a copy made in its class's own way")[0]
        return
    new = m.allocate(thing)
    memo[ref] = Possible(new)  # type: ignore[arg-type]
    if deep:
        m.store(new, _inside(m, thing, depth, memo))


def _inside(m: Machine, thing: HeapObject, depth: int, memo: dict[Ref, Possible]) -> HeapObject:
    """An object with a copy of what it holds."""
    if isinstance(thing, ListObject):
        return thing._replace(items=tuple(copied(m, v, True, depth + 1, memo) for v in thing.items))
    if isinstance(thing, DictObject):
        entries = tuple(e._replace(value=copied(m, e.value, True, depth + 1, memo)) for e in thing.entries)
        return thing._replace(entries=entries)
    if isinstance(thing, InstanceObject) and thing.call is None:
        return thing._replace(fields={n: copied(m, v, True, depth + 1, memo) for n, v in thing.fields.items()})
    return thing
