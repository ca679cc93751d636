"""The memory of a run: names and objects, forked at undecided tests and joined after them.

A State is a layer over its parent; a fork makes two layers over one base, and `join` writes
what either changed into a third. Keys are `(scope number, name)` for variables and an
address for objects in memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Union

from prelower.values.model import ClassInfo, Condition, Entry, Sequence, Value
from prelower.values.objects import (
    DictObject,
    HeapObject,
    InstanceObject,
    ListObject,
    LostObject,
    Ref,
    contents,
    opened,
)
from prelower.values.possible import under, union, unknown

Key = Union[int, "tuple[int, str]"]


LAYERS = 48
"""A state of more layers than that is flattened."""


class State:
    """One layer of memory; `path` holds the undecided tests on the way here, `dead` says that nobody comes here."""

    __slots__ = ("parent", "delta", "path", "depth", "dead", "anchor", "over")

    def __init__(self, parent: State | None = None, path: tuple[Condition, ...] = ()) -> None:
        self.parent = parent
        self.delta: dict[Key, object] = {}
        self.path = path
        self.depth: int = parent.depth + 1 if parent else 0
        self.dead: bool = parent.dead if parent else False
        self.anchor: State = parent.anchor if parent else self
        self.over: dict[int, frozenset[str]] = parent.over if parent else {}
        """By number: scopes of functions that have returned, and the names in them that can still be read."""

    def child(self, condition: Condition | None = None) -> State:
        """A new layer over this one, on the given test."""
        made = State(self, (*self.path, condition) if condition else self.path)
        return made._flattened() if made.depth - made.anchor.depth >= LAYERS else made

    def _flattened(self) -> State:
        """The same state with the layers down to its anchor laid into one, so that looking up stays short."""
        chain = []
        state: State | None = self
        while state is not None and state is not self.anchor:
            chain.append(state)
            state = state.parent
        made = State(self.anchor, self.path)
        for layer in reversed(chain):
            made.delta.update(layer.delta)
        for key in [key for key in made.delta if self.is_over(key)]:
            del made.delta[key]
        made.depth, made.dead, made.anchor = self.depth, self.dead, made
        return made

    def is_over(self, key: Key) -> bool:
        """Whether a name is one of a function's that has returned, and that nobody can read any more."""
        return type(key) is tuple and key[0] in self.over and key[1] not in self.over[key[0]]

    def find(self, key: Key) -> object | None:
        """What is stored under the key, here or below."""
        state: State | None = self
        while state is not None:
            found = state.delta.get(key)
            if found is not None:
                return found
            state = state.parent
        return None

    def value(self, scope: int, name: str) -> Value | None:
        """The value of a variable, or None where it is not bound."""
        found = self.find((scope, name))
        return found or None  # type: ignore[return-value]  # () marks a deleted name

    def object(self, address: int) -> HeapObject:
        """The object at an address."""
        return self.find(address) or LostObject("not made on this way")  # type: ignore[return-value]

    def changed_since(self, base: State) -> set[Key]:
        """The keys that this state's layers down to `base` have written."""
        return set(self.written_since(base))

    def written_since(self, base: State) -> dict[Key, Any]:
        """What this state's layers down to `base` have written."""
        layers = []
        state: State | None = self
        while state is not None and state is not base and state.depth > base.depth:
            layers.append(state)
            state = state.parent
        written: dict[Key, Any] = {}
        for layer in reversed(layers):
            written.update(layer.delta)
        return written


def join(base: State, states: Iterable[State]) -> State:
    """The state after these ways, which all began at `base`, have come together."""
    live = [state for state in states if not state.dead]
    if not live:
        end = base.child()
        end.dead = True
        return end
    if len(live) == 1:
        return live[0]
    result = base.child()
    extras = [_beyond(base.path, state.path) for state in live]
    written = [state.written_since(base) for state in live]
    nothing_shared = not set(extras[0]).intersection(*extras[1:])
    for key in set().union(*written):
        if base.is_over(key):
            continue
        before = base.find(key)
        found = [(layer.get(key, before), extra) for layer, extra in zip(written, extras)]
        if all(thing is before for thing, _ in found):
            continue  # a flattened state holds what is older than the base, too
        if nothing_shared and all(thing is found[0][0] for thing, _ in found):
            result.delta[key] = found[0][0]  # the same on every way
            continue
        if isinstance(key, int):
            merged: object = _join_objects([(o, e) for o, e in found if o is not None])
        else:
            merged = union([under(v, e) for v, e in found if v])
        result.delta[key] = merged
        if isinstance(key, int) and (type(merged) is LostObject or getattr(merged, "rest", False)):
            for thing, _ in found:
                let_go(result, merged, thing)
    return result


def _beyond(base: tuple[Condition, ...], path: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The tests on a way that are not those at its beginning."""
    if path[: len(base)] == base:
        return path[len(base) :]
    known = set(base)
    return tuple(c for c in path if c not in known)


def let_go(state: State, kept: object, thing: object) -> None:
    """What was in an object that is not all known any more may be changed by whoever reads that object."""
    if thing is None or thing is kept or isinstance(thing, LostObject):
        return
    inside = contents(kept)
    same = {id(value) for value in inside}
    for value in contents(thing):
        if id(value) in same or not any(type(p.what) in (Ref, Sequence) for p in value) or value in inside:
            continue
        for possible in value:
            _lose(state, possible.what)


def _lose(state: State, what: object) -> None:
    if isinstance(what, Sequence):
        for value in what.items:
            for possible in value:
                _lose(state, possible.what)
    if type(what) is not Ref:
        return
    thing = state.object(what.address)
    if isinstance(thing, LostObject) or isinstance(thing, InstanceObject) and thing.call is not None:
        return
    lost = LostObject("in an object that is one thing or another")
    state.delta[what.address] = lost
    let_go(state, lost, thing)


def _join_objects(found: list[tuple[HeapObject, tuple[Condition, ...]]]) -> HeapObject:
    objects = [o for o, _ in found]
    first = objects[0]
    if all(o is first or o == first for o in objects):
        return first
    if any(type(o) is not type(first) for o in objects):
        return LostObject("one thing or another")
    if isinstance(first, DictObject):
        return _join_dicts(first.cls, found)
    if isinstance(first, ListObject):
        return _join_lists(first, found)
    if isinstance(first, InstanceObject):
        return _join_instances(first, found)
    return first


def _join_dicts(cls: ClassInfo, found: list[tuple[HeapObject, tuple[Condition, ...]]]) -> DictObject:
    tables = [({e.key: e for e in o.entries}, extra, o) for o, extra in found if isinstance(o, DictObject)]
    entries = []
    for key in dict.fromkeys(k for table, _, _ in tables for k in table):
        here = [(table[key], extra) for table, extra, _ in tables if key in table]
        sure = len(here) == len(tables) and all(e.sure for e, _ in here)
        same = all(e == here[0][0] for e, _ in here)
        value = here[0][0].value if same and sure else union([under(e.value, extra) for e, extra in here])
        if any(o.rest and key not in table for table, _, o in tables):
            value = (*value, *unknown("perhaps there already"))
        place = here[0][0].place if all(e.place == here[0][0].place for e, _ in here) else None
        entries.append(Entry(key, value, place, sure))
    factory = next((o.factory for _, _, o in tables), None)
    return DictObject(cls, tuple(entries), any(o.rest for _, _, o in tables), factory)


def _join_lists(first: ListObject, found: list[tuple[HeapObject, tuple[Condition, ...]]]) -> ListObject:
    lists = [(o, extra) for o, extra in found if isinstance(o, ListObject)]
    if any(len(o.items) != len(first.items) or o.rest for o, _ in lists):
        every = tuple(value for o, _ in lists for value in (*o.items, *o.inside))
        return opened(ListObject(first.cls, every, True))
    columns = [union([under(o.items[i], extra) for o, extra in lists]) for i in range(len(first.items))]
    return ListObject(first.cls, tuple(columns))


def _join_instances(first: InstanceObject, found: list[tuple[HeapObject, tuple[Condition, ...]]]) -> InstanceObject:
    ways = [(o, extra) for o, extra in found if isinstance(o, InstanceObject)]
    fields = {}
    for name in dict.fromkeys(n for o, _ in ways for n in o.fields):
        values = [under(o.fields[name], extra) if name in o.fields else unknown("not set there") for o, extra in ways]
        same = all(o.fields.get(name) == first.fields.get(name) for o, _ in ways)
        fields[name] = first.fields[name] if same else union(values)
    return first._replace(fields=fields, rest=any(o.rest for o, _ in ways))
