"""Loops and comprehensions: over known items they run item by item, else twice, and what changes is widened."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial

from prelower.syntax.walking import walk
from prelower.values.assume import assume, decided
from prelower.values.classinfo import info
from prelower.values.dicts import put
from prelower.values.losing import lose_reached
from prelower.values.machine import ROUNDS, Machine
from prelower.values.memory import State, join
from prelower.values.model import DOUBT, MADE, Value
from prelower.values.names import condition, identifiers
from prelower.values.objects import DictObject, ListObject, Ref, Scope, references
from prelower.values.possible import one
from prelower.values.registry import expression, statement
from prelower.values.sequences import item_unknown, items_of, not_iterable
from prelower.values.skipping import ITEMS, skip_items
from prelower.values.targets import parts, store
from prelower.values.widening import changed, doubt_growing, doubt_grown, doubt_made, grown, widen


@statement(ast.For, ast.AsyncFor)
def for_(m: Machine, node: ast.For | ast.AsyncFor) -> None:
    """`for target in items: ... else: ...`."""
    m.walked, m.applied = [], []
    iterable = m.consume(node.iter)
    items = items_of(m, iterable)
    if items is not None and len(items) <= ROUNDS and isinstance(node, ast.For):
        _each(m, node, items, iterable)
        return
    if not_iterable(m, iterable):
        m.throw("TypeError")
        return
    m.mark()
    _unknown_rounds(m, node, iterable)


def _unknown_rounds(m: Machine, node: ast.For | ast.AsyncFor, iterable: Value) -> None:
    def body() -> None:
        store(m, node.target, item_unknown(m, iterable), node.iter)
        m.run(node.body)

    _some_rounds(m, node, body)


_COPYING = frozenset({"list", "tuple", "sorted", "set", "frozenset", "dict"})


def _walked(m: Machine, node: ast.For | ast.AsyncFor, iterable: Value) -> list[Ref]:
    """The lists and dicts whose items a loop sees as they are then, not as they were at its start."""
    call = node.iter
    copied = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _COPYING
    refs = references(iterable) + ([] if copied else m.walked)
    return [ref for ref in refs if isinstance(m.heap(ref), (ListObject, DictObject))]


def _coming(m: Machine, ref: Ref, passed: int) -> object:
    """What a loop over an object would still see after so many rounds."""
    thing = m.heap(ref)
    if isinstance(thing, ListObject):
        return thing.items[passed:], thing.rest
    if isinstance(thing, DictObject):
        return tuple((e.key, e.value) for e in thing.entries[passed:]), thing.rest
    return thing


def _each(m: Machine, node: ast.For | ast.AsyncFor, items: tuple[Value, ...], iterable: Value) -> None:
    base, walked, applied = m.state, _walked(m, node, iterable), tuple(dict.fromkeys(m.applied))
    breaks: list[State] = []
    backwards = "reversed" in identifiers(node.iter)
    for number, item in enumerate(items, 1):
        if m.state.dead or m.exhausted:
            skip_items(m, items[number - 1 : number + ITEMS], ())
            break
        passed = 0 if backwards else number
        before = [_coming(m, ref, passed) for ref in walked] + [m.heap(ref) for ref in applied]
        _round(m, breaks, partial(_one_round, m, node, item))
        after = [_coming(m, ref, passed) for ref in walked] + [m.heap(ref) for ref in applied]
        if before != after and not m.state.dead:
            _unknown_rounds(m, node, iterable)  # the loop changes what it walks
            break
    else:
        m.run(node.orelse)
    if breaks:
        m.state = join(base, [m.state, *breaks])


def _one_round(m: Machine, node: ast.For | ast.AsyncFor, item: Value) -> None:
    _store_item(m, node.target, item, node.iter)
    m.run(node.body)


def _store_item(m: Machine, target: ast.expr, item: Value, source: ast.AST) -> None:
    """A loop's name keeps the places of its item: they tell where it was written."""
    if isinstance(target, ast.Name):
        m.bind(target.id, item)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for inner, part in zip(target.elts, parts(m, target.elts, item)):
            _store_item(m, inner, part, source)
    else:
        store(m, target, item, source)


def _round(m: Machine, breaks: list[State], work: Callable[[], object]) -> None:
    """One round of a loop's body, up to `continue` or its end; `break` states are collected."""
    base = m.state
    m.state = base.child()
    continues: list[State] = []
    m.frame.loops.append((breaks, continues))
    work()
    m.frame.loops.pop()
    if continues:
        m.state = join(base, [m.state, *continues])


def _some_rounds(m: Machine, node: ast.For | ast.AsyncFor | ast.While, body: Callable[[], None]) -> None:
    """Any number of rounds: the body runs twice or three times, and what it changes is known by class only."""
    base = m.state
    breaks: list[State] = []
    test = condition(m, node.test if isinstance(node, ast.While) else node.iter, True)
    m.state = base.child(test)
    start = m.fresh()
    _round(m, breaks, body)
    widen(m, base)
    doubt_made(m, base, start)
    middle, first = m.fresh(), changed(m, base)
    _round(m, breaks, body)
    widen(m, base)
    doubt_growing(m, base, (start, middle), first)
    second = changed(m, base)
    if grown(first, second):  # what is new now may be elsewhere in the next round
        _round(m, breaks, body)
        widen(m, base)
        doubt_growing(m, base, (start, middle), second)
        doubt_grown(m, second)
    skipped = base.child(DOUBT)  # that a loop has no round at all is no branch anybody wrote
    m.state = join(base, [m.state, skipped])
    if node.orelse:
        m.run(node.orelse)
    if breaks:
        m.state = join(base, [m.state, *breaks])


@statement(ast.While)
def while_(m: Machine, node: ast.While) -> None:
    """`while test: ... else: ...`: followed while the test is decided, up to a bound."""
    base = m.state
    breaks: list[State] = []
    for _ in range(ROUNDS):
        holds = decided(m, node.test)
        if holds is None or m.state.dead or m.exhausted:
            break
        if not holds:
            m.run(node.orelse)
            m.state = join(base, [m.state, *breaks]) if breaks else m.state
            return
        _round(m, breaks, lambda: m.run(node.body))
    if m.state.dead:
        m.state = join(base, breaks) if breaks else m.state
        return

    def body() -> None:
        if assume(m, node.test, True):
            m.run(node.body)

    _some_rounds(m, node, body)
    if breaks:
        m.state = join(base, [m.state, *breaks])


@statement(ast.Break)
def break_(m: Machine, node: ast.Break) -> None:
    """`break`."""
    if m.frame.loops and not m.state.dead:
        m.frame.loops[-1][0].append(m.state)
    m.die()


@statement(ast.Continue)
def continue_(m: Machine, node: ast.Continue) -> None:
    """`continue`."""
    if m.frame.loops and not m.state.dead:
        m.frame.loops[-1][1].append(m.state)
    m.die()


# -- comprehensions

_KINDS = {ast.ListComp: "builtins.list", ast.SetComp: "builtins.set", ast.GeneratorExp: "builtins.generator"}


@expression(ast.ListComp, ast.SetComp, ast.GeneratorExp)
def comprehension(m: Machine, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
    """`[element for target in items if test]`."""
    found: list[Value] = []
    if isinstance(node, ast.GeneratorExp) and m.consumed is not node:
        lose_reached(m, node)
        return one(m.allocate(ListObject(info("builtins.generator"), (), True)), (m.place(node, MADE),))
    sure = _walk(m, node, node.generators, lambda: found.append(m.eval(node.elt)))
    thing = ListObject(info(_KINDS[type(node)]), tuple(found) if sure else (), not sure)
    for value in found if not sure else ():
        m.lose(value, "in a list that is not all known")
    return one(m.allocate(thing), (m.place(node, MADE),))


@expression(ast.DictComp)
def dict_comprehension(m: Machine, node: ast.DictComp) -> Value:
    """`{key: value for target in items if test}`."""
    table = DictObject(info("builtins.dict"), ())

    def work() -> None:
        nonlocal table
        key = m.eval(node.key)
        table = put(m, table, key, m.eval(node.value), m.place(node.value, "item"))

    sure = _walk(m, node, node.generators, work)
    if not sure:
        table = DictObject(info("builtins.dict"), tuple(e._replace(sure=False) for e in table.entries), True)
    return one(m.allocate(table), (m.place(node, MADE),))


def _walk(m: Machine, node: ast.AST, generators: list[ast.comprehension], work: Callable[[], object]) -> bool:
    """Run `work` for each element in a scope of the comprehension's own; whether all of it was certain."""
    targets = frozenset(n.id for g in generators for n in walk(g.target) if isinstance(n, ast.Name))
    first = m.consume(generators[0].iter)
    outer = m.frame.scope
    m.frame.scope = Scope(m.fresh(), "comp", outer, targets, outer.outer - targets)
    try:
        return _generate(m, generators, first, work)
    finally:
        m.frame.scope = outer


def _generate(m: Machine, generators: list[ast.comprehension], first: Value | None, work: Callable[[], object]) -> bool:
    if not generators:
        work()
        return True
    here = generators[0]
    iterable = first if first is not None else m.consume(here.iter)
    items = items_of(m, iterable)
    if items is None or len(items) > 4 * ROUNDS:
        base = m.state
        m.state = base.child(condition(m, here.iter, True))
        _bind_targets(m, here.target, item_unknown(m, iterable), here.iter)
        _filtered(m, here, generators, work)
        m.state = join(base, [m.state, base.child()])
        return False
    sure = True
    for item in items:
        if m.state.dead:
            break
        _bind_targets(m, here.target, item, here.iter)
        sure = _filtered(m, here, generators, work) and sure
    return sure


def _bind_targets(m: Machine, target: ast.expr, item: Value, source: ast.AST) -> None:
    _store_item(m, target, item, source)


def _filtered(
    m: Machine, here: ast.comprehension, generators: list[ast.comprehension], work: Callable[[], object]
) -> bool:
    base = m.state
    doubtful = False
    for test in here.ifs:
        holds = decided(m, test)
        if holds is False:
            return True
        if holds is None:
            doubtful = True
            m.state = m.state.child(condition(m, test, True))
            if not assume(m, test, True):
                m.state = base
                return True
    sure = _generate(m, generators[1:], None, work)
    if doubtful:
        m.state = join(base, [m.state, base.child()])
    return sure and not doubtful
