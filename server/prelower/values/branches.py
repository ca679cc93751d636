"""Branches: `if`, `match`, `try`, `with`."""

from __future__ import annotations

import ast

from prelower.syntax.walking import walk
from prelower.values.assume import assume, decided
from prelower.values.classes import method_named
from prelower.values.frames import ANY, Guard
from prelower.values.machine import Machine
from prelower.values.memory import State, join
from prelower.values.model import Condition, Value
from prelower.values.names import condition
from prelower.values.objects import BoundMethod, Function, InstanceObject, Ref, Thing, Wrapped
from prelower.values.possible import NONE, one, unknown
from prelower.values.registry import statement
from prelower.values.skipping import skip
from prelower.values.targets import store


@statement(ast.If)
def if_(m: Machine, node: ast.If) -> None:
    """`if test: ... else: ...`: one way where the test is decided, else both."""
    holds = decided(m, node.test)
    if holds is not None:
        skip(m, node.orelse if holds else node.body)
        m.run(node.body if holds else node.orelse)
        return
    fork(m, node.test, [(True, node.body), (False, node.orelse)])


def fork(m: Machine, test: ast.expr, ways: list[tuple[bool, list[ast.stmt]]]) -> None:
    """Run each way of an undecided test from the same state, and join what comes of them."""
    base, ends = m.state, []
    passed = condition(m, test, True)
    for way, body in ways:
        m.state = base.child(passed._replace(truth=way))
        if not assume(m, test, way):
            m.die()
        m.run(body)
        ends.append(m.state)
    m.state = join(base, ends)


# -- with


@statement(ast.With, ast.AsyncWith)
def with_(m: Machine, node: ast.With | ast.AsyncWith) -> None:
    """`with manager as target:`; what an unknown manager gives is not known."""
    reasons = [reason for item in node.items if (reason := _entered(m, item))]
    m.quiet.extend(reasons)
    if reasons:
        base = m.state
        guard = Guard([], frozenset({ANY}), base)
        m.state = base.child()
        m.guards.append(guard)
        m.run(node.body)
        m.guards.pop()
        m.state = join(base, [*guard.states, m.state]) if guard.states else m.state
        del m.quiet[-len(reasons) :]
    else:
        m.run(node.body)
    _left(m, len(node.items))


def _entered(m: Machine, item: ast.withitem) -> str | None:
    value = m.eval(item.context_expr)
    reason = expects_error(item.context_expr) or _tolerates(m, item.context_expr)
    entered = entered_value(m, value)
    m.entered_managers.append(value)
    if item.optional_vars is not None:
        store(m, item.optional_vars, entered, item.context_expr)
    return reason


def _tolerates(m: Machine, node: ast.expr) -> str | None:
    """Why an error inside may end there: the manager is a generator of the program's whose `yield` is in a `try`."""
    callee = m.eval(node.func) if isinstance(node, ast.Call) else ()
    what: Thing | None = callee[0].what if len(callee) == 1 else None
    inner: Thing | None = what.function[0].what if isinstance(what, Wrapped) and what.kind == "context" else None
    tries = [n for n in walk(inner.node) if isinstance(n, ast.Try)] if isinstance(inner, Function) else []
    caught = any(
        isinstance(n, (ast.Yield, ast.YieldFrom)) for t in tries if t.handlers for s in t.body for n in walk(s)
    )
    return "inside a manager that may catch it" if caught else None


def _left(m: Machine, count: int) -> None:
    """The user's managers are left, the last one first; what they do then may raise."""
    m.mark()
    for _ in range(count):
        value = m.entered_managers.pop()
        what = value[0].what if len(value) == 1 else None
        thing = m.heap(what) if type(what) is Ref else None
        method = method_named(m, thing, "__exit__") if isinstance(thing, InstanceObject) else None
        if method is not None and not m.state.dead:
            m.call(one(BoundMethod(method, value[0])), (NONE, NONE, NONE))


def entered_value(m: Machine, value: Value) -> Value:
    """What `with value as name` binds; a user's class says it in `__enter__`."""
    what: Thing | None = value[0].what if len(value) == 1 else None
    if isinstance(what, Wrapped) and what.kind == "null":
        return what.function
    thing = m.heap(what) if type(what) is Ref else None
    method = method_named(m, thing, "__enter__") if isinstance(thing, InstanceObject) else None
    if method is None:
        return unknown("what a context manager gives")
    return m.call(one(BoundMethod(method, value[0])), ())


def expects_error(node: ast.expr) -> str | None:
    """Why an error inside is wanted: `pytest.raises(...)`, `self.assertRaises...(...)`, `contextlib.suppress`."""
    callee = node.func if isinstance(node, ast.Call) else node
    name = callee.attr if isinstance(callee, ast.Attribute) else callee.id if isinstance(callee, ast.Name) else ""
    if name == "suppress" and isinstance(node, ast.Call) and not node.args:
        return None
    if name in ("raises", "suppress", "warns", "xfail", "subTest_raises") or name.startswith(
        ("assertRaises", "raises_")
    ):
        return f"inside `{name}`"
    return None


# -- match


@statement(ast.Match)
def match_(m: Machine, node: ast.Match) -> None:
    """`match subject: case ...`: cases that cannot match are passed over, one that must ends the search."""
    subject = m.eval(node.subject)
    base, ends = m.state, []
    rest: State | None = base
    for case in node.cases:
        if rest is None or rest.dead:
            break
        matched, rest = _case(m, rest, node, case, subject)
        if matched is not None:
            ends.append(matched)
    if rest is not None:
        ends.append(rest.child(Condition(m.unit.path, m.span(node.subject), False, frozenset())))
    m.state = join(base, ends)


def _case(
    m: Machine, rest: State, node: ast.Match, case: ast.match_case, subject: Value
) -> tuple[State | None, State | None]:
    """The state after a case's body (None: it cannot match), and the one for the cases behind it."""
    from prelower.values.patterns import matches

    test = condition(m, node.subject, True)._replace(span=m.span(case.pattern))
    m.state = rest.child(test)
    holds = matches(m, case.pattern, subject, node.subject)
    behind: State | None = rest
    if holds is not False and case.guard is not None:
        guard = decided(m, case.guard)
        passed, m.state = m.state, m.state.child()
        behind = join(rest, [rest, passed]) if holds is None else passed  # its names are bound
        if guard is False or (guard is None and not assume(m, case.guard, True)):
            holds = False
        holds = holds and guard
    if holds is False:
        m.state = rest
        return None, behind
    if holds:
        m.state.path = rest.path
    m.run(case.body)
    return m.state, None if holds else behind
