"""`itertools`: the items its functions give where those they are given are known."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Known, Library, Value
from prelower.values.objects import references
from prelower.values.possible import one
from prelower.values.sequences import items_of, list_of, tuple_of
from prelower.values.special import first, special

MOST = 256
"""More items than that are not laid out."""
_Items = tuple[Value, ...]


def _over_items(name: str, work: Callable[[list[_Items]], Iterable[Value]]) -> None:
    """Register an itertools function that only puts the items of its arguments together anew."""

    def give(m: Machine, given: Given) -> Value:
        columns = [items_of(m, a.value) for a in given.positional]
        known = [c for c in columns if c is not None]
        for argument in given.positional:
            m.walked.extend(references(argument.value))
        if given.keywords or given.more or given.more_named or len(known) < len(columns):
            return _not_laid_out(m, given, name)
        items = tuple(itertools.islice(work(known), MOST + 1))
        return list_of(m, items, cls=name) if len(items) <= MOST else _not_laid_out(m, given, name)

    special(name)(give)


def _not_laid_out(m: Machine, given: Given, name: str) -> Value:
    m.mark()
    for argument in (*given.positional, *given.keywords.values()):
        for item in items_of(m, argument.value) or ():
            m.lose(item, f"in an `{name}` that is not laid out")
    return list_of(m, (), True, name)


_over_items("itertools.chain", itertools.chain.from_iterable)
_over_items("itertools.product", lambda columns: map(tuple_of, itertools.product(*columns)))
_over_items("itertools.pairwise", lambda columns: map(tuple_of, zip(columns[0], columns[0][1:])))


@special("itertools.chain.from_iterable")
def from_iterable(m: Machine, given: Given) -> Value:
    """`itertools.chain.from_iterable(lists)`."""
    columns = [items_of(m, column) for column in items_of(m, first(given)) or (())]
    known = [item for column in columns for item in column or ()]
    if items_of(m, first(given)) is None or None in columns or len(known) > MOST:
        return _not_laid_out(m, given, "itertools.chain")
    return list_of(m, tuple(known), cls="itertools.chain")


@special("itertools.accumulate")
def accumulate(m: Machine, given: Given) -> Value:
    """`itertools.accumulate(items, function)`: the running totals."""
    items = items_of(m, first(given))
    if items is None or given.keywords or len(items) > MOST:
        return _not_laid_out(m, given, "itertools.accumulate")
    add = given.positional[1].value if len(given.positional) > 1 else one(Library("operator.add"))
    totals: list[Value] = []
    for item in items:
        totals.append(m.call(add, (totals[-1], item)) if totals else item)
    return list_of(m, tuple(totals), cls="itertools.accumulate")


def _count(value: Value) -> int | None:
    what = value[0].what if len(value) == 1 else None
    return what.value if isinstance(what, Known) and type(what.value) is int else None


@special("itertools.islice")
def islice(m: Machine, given: Given) -> Value:
    """`itertools.islice(items, start, stop, step)` of items that are laid out."""
    items = items_of(m, first(given))
    bounds = [a.value[0].what for a in given.positional[1:]]
    numbers = [b.value if isinstance(b, Known) else "" for b in bounds]
    if items is None or not bounds or not all(n is None or type(n) is int and n >= 0 for n in numbers):
        return _not_laid_out(m, given, "itertools.islice")
    cut = slice(*numbers)
    return list_of(m, items[cut], cls="itertools.islice")  # type: ignore[index]


@special("itertools.repeat")
def repeat(m: Machine, given: Given) -> Value:
    """`itertools.repeat(value, times)`."""
    times = _count(given.positional[1].value) if len(given.positional) > 1 else None
    if times is None or not 0 <= times <= MOST:
        m.lose(first(given), "repeated without an end that is known")
        return list_of(m, (), True, "itertools.repeat")
    return list_of(m, (first(given),) * times, cls="itertools.repeat")
