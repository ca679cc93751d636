"""What is inside: the items that iterating over a value gives."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.dicts import key_value
from prelower.values.machine import Machine
from prelower.values.model import Array, Known, Sequence, Unknown, Value
from prelower.values.objects import DictObject, Function, ListObject, LostObject, Ref, Thing, UserClass, contents
from prelower.values.possible import one, unknown

MANY_OBJECTS = 64
"""More objects than that are not followed as one possible item."""
LONG = 2_000
"""A list that is made of others is not followed beyond so many items."""
MANY = 10_000
"""More items than that are not laid out."""


def items_of(m: Machine, value: Value) -> tuple[Value, ...] | None:
    """The items of a value in order, or None where they are not all known."""
    if len(value) != 1:
        return None
    return items_of_thing(m, value[0].what)


def items_of_thing(m: Machine, what: Thing) -> tuple[Value, ...] | None:
    """The items of one thing in order, or None where they are not all known."""
    if isinstance(what, Sequence):
        return None if what.rest else what.items
    if isinstance(what, Known):
        return _characters(what)
    if isinstance(what, UserClass) and what.special == "enum":
        return tuple(v for p in what.fields if (v := m.state.value(what.space.number, p.name)) is not None)
    if type(what) is not Ref:
        return None
    thing = m.heap(what)
    if isinstance(thing, ListObject):
        return None if thing.rest else in_set_order(thing) if "set" in thing.cls.name else thing.items
    if isinstance(thing, DictObject) and not thing.rest and all(e.sure for e in thing.entries):
        return tuple(key_value(e.key) for e in thing.entries)
    user = getattr(thing, "user", None)
    if isinstance(user, UserClass) and user.special == "namedtuple":
        return tuple(thing.fields[p.name] for p in user.fields if p.name in thing.fields)  # type: ignore[union-attr]
    return None


def in_set_order(thing: ListObject) -> tuple[Value, ...] | None:
    """A set's items in the order that walking it gives them, which is known for numbers only."""
    if len(thing.items) < 2:
        return thing.items
    numbers = {v[0].what.value: v for v in thing.items if len(v) == 1 and isinstance(v[0].what, Known)}
    if len(numbers) < len(thing.items) or not all(isinstance(n, (int, float)) for n in numbers):
        return None
    return tuple(numbers[n] for n in set(numbers))


def _characters(what: Known) -> tuple[Value, ...] | None:
    if isinstance(what.value, str) and len(what.value) <= MANY:
        return tuple(one(Known(c)) for c in what.value)
    if isinstance(what.value, bytes) and len(what.value) <= MANY:
        return tuple(one(Known(c)) for c in what.value)
    return None


def not_iterable(m: Machine, value: Value) -> bool:
    """Whether iterating over a value surely raises."""
    plain = (int, float, complex, type(None), type(...))
    things: list[Thing] = [p.what for p in value]
    return bool(things) and all(
        isinstance(t, Function) or isinstance(t, Known) and isinstance(t.value, plain) for t in things
    )


def no_mapping(m: Machine, value: Value) -> bool:
    """Whether `**value` surely raises."""
    things = [m.heap(p.what) if type(p.what) is Ref else p.what for p in value]
    plain = (Known, Sequence, ListObject, Array, UserClass, Function)
    return bool(things) and all(isinstance(t, plain) for t in things)


def item_unknown(m: Machine, value: Value, why: str = "an item of something not known") -> Value:
    """Some item of a value whose items are not laid out: what is done to it may be done to any object in there."""
    things = [m.heap(p.what) if type(p.what) is Ref else p.what for p in value]
    if len(things) == 1 and isinstance(things[0], Sequence) and things[0].each and not things[0].items:
        return things[0].each
    inside = [v for t in things for v in (t.items if isinstance(t, Sequence) else contents(t))]
    objects = {p.what: p for v in inside for p in v if held(m, (p,))}  # objects, and tuples that hold some
    reasons = [t.reason for t in things if isinstance(t, (Unknown, LostObject))]
    because = f": {reasons[0]}" if reasons and why.endswith("of something not known") else ""
    return (*(p._replace(under=()) for p in list(objects.values())[:MANY_OBJECTS]), *unknown(why + because))


def list_of(m: Machine, items: tuple[Value, ...], rest: bool = False, cls: str = "builtins.list") -> Value:
    """A new list (or set, deque, generator) of these items."""
    return one(m.allocate(ListObject(info(cls), items, rest)))


def tuple_of(items: tuple[Value, ...]) -> Value:
    """The tuple of these items."""
    return one(Sequence(info("builtins.tuple"), items))


def held(m: Machine, value: Value, depth: int = 4) -> list[Ref]:
    """The objects in a value, and those inside them."""
    found: list[Ref] = []
    for possible in value if depth else ():
        what: Thing = possible.what
        thing = m.heap(what) if isinstance(what, Ref) else what
        found += [what] if isinstance(what, Ref) else []
        inside = thing.items if isinstance(thing, Sequence) else contents(thing)
        found += [ref for inner in inside for ref in held(m, inner, depth - 1)]
    return found
