"""The containers of `collections`: `defaultdict`, `deque`, `ChainMap`."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.dicts import merged
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.making import dict_
from prelower.values.model import Value
from prelower.values.objects import DictObject, Ref
from prelower.values.possible import one
from prelower.values.sequences import items_of, list_of
from prelower.values.special import first, special


@special("collections.defaultdict")
def defaultdict(m: Machine, given: Given) -> Value:
    """`defaultdict(factory, items)`."""
    rest = given._replace(positional=given.positional[1:])
    made = dict_(m, rest)
    ref = made[0].what
    if type(ref) is Ref and given.positional:
        thing = m.heap(ref)
        if isinstance(thing, DictObject):
            m.store(ref, thing._replace(cls=info("collections.defaultdict"), factory=given.positional[0].value))
    return made


@special("collections.deque")
def deque(m: Machine, given: Given) -> Value:
    """`deque(items)`."""
    items = items_of(m, first(given)) if given.positional else ()
    if items is None or len(given.positional) > 1 or given.keywords:
        m.lose(first(given), "in a deque")
        return list_of(m, (), True, "collections.deque")
    return list_of(m, items, cls="collections.deque")


@special("collections.ChainMap")
def chain_map(m: Machine, given: Given) -> Value:
    """`ChainMap(first, ...)`: the first dict that has a key decides."""
    table = DictObject(info("builtins.dict"), ())
    for argument in reversed(given.positional):
        table = merged(m, table, argument.value)
    return one(m.allocate(table))
