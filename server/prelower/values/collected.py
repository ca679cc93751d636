"""The containers of `collections`: `defaultdict`, `deque`, `ChainMap`."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.dicts import fixed, key_of
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.making import dict_
from prelower.values.model import Entry, Known, Library, Value, What
from prelower.values.objects import DictObject, InstanceObject, Ref, Scope, UserClass
from prelower.values.possible import one, unknown
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


@special("collections.Counter")
def counter(m: Machine, given: Given) -> Value:
    """`Counter(items)`, or of a mapping: a missing key counts 0."""
    what = first(given)[0].what if given.positional else None
    thing = m.heap(what) if type(what) is Ref else what
    made = dict_(m, given) if thing is None or isinstance(thing, DictObject) else _counted(m, first(given))
    ref = made[0].what if len(made) == 1 else None
    table = m.heap(ref) if type(ref) is Ref else None
    if type(ref) is not Ref or not isinstance(table, DictObject):
        return unknown("a Counter of something not known")
    m.store(ref, table._replace(cls=info("collections.Counter"), factory=one(Library("builtins.int"))))
    return made


def _counted(m: Machine, value: Value) -> Value:
    counts: dict[What, int] = {}
    for item in items_of(m, value) or (unknown("items"),):
        key = key_of(m, item[0]) if len(item) == 1 else None
        if key is None or not fixed(key):
            return unknown("a Counter of something not known")
        counts[key] = counts.get(key, 0) + 1
    entries = tuple(Entry(key, one(Known(count)), None) for key, count in counts.items())
    return one(m.allocate(DictObject(info("builtins.dict"), entries)))


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
    maps = tuple(a.value for a in given.positional) or (dict_(m, Given()),)
    if given.more or given.keywords:
        return unknown("a ChainMap not all known")
    cls = info("collections.ChainMap")
    user = UserClass(cls, (), Scope(-6, "class", None), "chain")
    return one(m.allocate(InstanceObject(cls, user, {"maps": list_of(m, maps)})))
