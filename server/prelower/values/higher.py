"""Functions that call what they are given: `map`, `filter`, `sorted`, `max`, `reduce`, `partial`, wrappers."""

from __future__ import annotations

from prelower.values.calls import by_tables, uncallable
from prelower.values.classinfo import info
from prelower.values.frames import ANY
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Argument, Entry, Known, Library, Sequence, Value
from prelower.values.objects import DictObject, ListObject, Partial, Ref, references
from prelower.values.possible import one, union, unknown
from prelower.values.sequences import held, items_of, list_of
from prelower.values.special import HIGHER, Special, first, special
from prelower.values.truths import value_truth
from prelower.values.wrappers import KEEPING, PROPERTIES, TRACING, wrap


@special("functools.partial", "jax.tree_util.Partial")
def partial(m: Machine, given: Given) -> Value:
    """`functools.partial(function, *arguments, **keywords)`."""
    if not given.positional or given.more or given.more_named:
        return unknown("a partial not all known")
    rest = tuple(a.value for a in given.positional[1:])
    entries = tuple(Entry(Known(n), a.value, a.given) for n, a in given.keywords.items())
    named = m.allocate(DictObject(info("builtins.dict"), entries)) if entries else None
    return one(Partial(first(given), rest, named))


@special("prelower.same")
def same(m: Machine, given: Given) -> Value:
    """A decorator that gives its function back."""
    return first(given)


def _wrapper(name: str) -> Special:
    def work(m: Machine, given: Given) -> Value:
        made = wrap(m, Library(name), given)
        return made if made is not None else unknown(f"what `{name}` gives")

    return work


for _name in (*TRACING, *KEEPING, *PROPERTIES, "contextlib.contextmanager"):
    if _name not in HIGHER:
        HIGHER[_name] = _wrapper(_name)


def _walks(m: Machine, arguments: tuple[Argument, ...]) -> None:
    """Whoever walks the result sees what is in these then, and what a function then makes of their items."""
    for argument in arguments:
        m.walked.extend(references(argument.value))
        for item in items_of(m, argument.value) or ():
            m.applied.extend(held(m, item))


@special("builtins.map")
def map_(m: Machine, given: Given) -> Value:
    """`map(function, *items)`."""
    _walks(m, given.positional[1:])
    columns = [items_of(m, a.value) for a in given.positional[1:]]
    if not columns or any(c is None for c in columns) or uncallable(m, first(given)):
        m.mark(ANY)
        return list_of(m, (), True, "builtins.map")
    rows = list(zip(*[c for c in columns if c is not None]))
    return list_of(m, tuple(m.call(first(given), row) for row in rows[:256]), len(rows) > 256, "builtins.map")


@special("builtins.filter")
def filter_(m: Machine, given: Given) -> Value:
    """`filter(function, items)`."""
    _walks(m, given.positional[1:])
    items = items_of(m, given.positional[1].value) if len(given.positional) == 2 else None
    identity = [p.what for p in first(given)] == [Known(None)]
    if items is None or not identity and uncallable(m, first(given)):
        m.mark()
        return list_of(m, (), True, "builtins.filter")
    kept, sure = [], True
    for item in items[:256]:
        holds = value_truth(m, item if identity else m.call(first(given), (item,)))
        sure = sure and holds is not None
        if holds is not False:
            kept.append(item)
    for item in kept if not sure else ():
        m.lose(item, "in items that are not all known")
    return list_of(m, tuple(kept) if sure else (), not sure, "builtins.filter")


def _with_key(name: str) -> Special:
    def work(m: Machine, given: Given) -> Value:
        if "key" not in given.keywords:
            return _by_table(m, name, given)
        items = items_of(m, first(given)) if len(given.positional) == 1 else tuple(a.value for a in given.positional)
        if items is None:
            return unknown(f"`{name}` of something not known")
        if name == "builtins.sorted":
            return _sorted_by(m, items, given)
        return _extreme(m, name, items, given)

    return work


def _by_table(m: Machine, name: str, given: Given) -> Value:
    made = by_tables(m, Library(name), given)
    return made if made is not None else unknown(f"what `{name}` gives")


def _keys(m: Machine, items: tuple[Value, ...], given: Given) -> list[object] | None:
    if len(items) > 64:
        return None
    by = given.keywords.get("key")
    keys = [m.call(by.value, (item,)) if by is not None else item for item in items]
    whats = [k[0].what if len(k) == 1 else None for k in keys]
    plain = [w.value for w in whats if isinstance(w, Known)]
    kinds = {str if isinstance(p, str) else float if isinstance(p, (int, float)) else type(p) for p in plain}
    return plain if len(plain) == len(items) and kinds in ({str}, {float}) else None


def _sorted_by(m: Machine, items: tuple[Value, ...], given: Given) -> Value:
    ordered = in_order(m, items, given)
    for value in items if ordered is None else ():
        m.lose(value, "in a list whose order is not known")
    return list_of(m, ordered or (), ordered is None)


def in_order(m: Machine, items: tuple[Value, ...], given: Given) -> tuple[Value, ...] | None:
    """The items sorted by their keys or themselves, where these are known."""
    keys = _keys(m, items, given) if items else []
    if keys is None:
        return None
    reverse = given.keywords.get("reverse")
    backwards = reverse is not None and reverse.value[0].what == Known(True)
    order = sorted(range(len(items)), key=lambda i: keys[i], reverse=backwards)  # type: ignore[arg-type, return-value]
    return tuple(items[i] for i in order)


def _extreme(m: Machine, name: str, items: tuple[Value, ...], given: Given) -> Value:
    keys = _keys(m, items, given)
    if keys is None:
        return union(items) if items else unknown("nothing to choose from")
    choose = max if name == "builtins.max" else min
    return items[choose(range(len(items)), key=lambda i: keys[i])]  # type: ignore[arg-type, return-value]


for _name in ("builtins.sorted", "builtins.max", "builtins.min"):
    HIGHER[_name] = _with_key(_name)


@special("functools.reduce")
def reduce(m: Machine, given: Given) -> Value:
    """`functools.reduce(function, items, start)`."""
    items = items_of(m, given.positional[1].value) if len(given.positional) >= 2 else None
    if items is None or len(items) > 256:
        return unknown("a reduction of something not known")
    rest = list(items)
    total = given.positional[2].value if len(given.positional) > 2 else rest.pop(0) if rest else unknown("empty")
    for item in rest:
        total = m.call(first(given), (total, item))
    return total


@special("builtins.next")
def next_(m: Machine, given: Given) -> Value:
    """`next(items, default)`: the first item of a fresh iterator."""
    items = items_of(m, first(given))
    what = first(given)[0].what
    thing = m.heap(what) if type(what) is Ref else None
    if items and type(what) is Ref and isinstance(thing, ListObject):
        m.store(what, thing._replace(items=thing.items[1:]))
        return items[0]
    if items == () and len(given.positional) > 1:
        return given.positional[1].value
    m.mark("StopIteration")
    return unknown("the next of something not known")


@special("builtins.iter")
def iter_(m: Machine, given: Given) -> Value:
    """`iter(items)`: a fresh iterator."""
    _walks(m, given.positional[:1])
    value = first(given)
    thing = m.heap(value[0].what) if len(value) == 1 and type(value[0].what) is Ref else value[0].what
    items = items_of(m, value)
    kind = _ITERATORS.get(thing.cls.name) if isinstance(thing, (ListObject, DictObject, Sequence)) else None
    if kind is None or len(given.positional) != 1:
        for item in items or ():
            m.lose(item, "in an iterator")
        m.lose(value, "walked by an iterator")
        return unknown("an iterator over something not known")
    return list_of(m, items or (), items is None, f"builtins.{kind}")


_ITERATORS = {
    "builtins.list": "list_iterator",
    "builtins.tuple": "tuple_iterator",
    "builtins.dict": "dict_keyiterator",
    "builtins.set": "set_iterator",
    "builtins.frozenset": "set_iterator",
    "builtins.range": "range_iterator",
}
"""By class: that of the iterator over it."""
