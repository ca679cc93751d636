"""Branches: `if`, `match`, `try`, `with`."""

from __future__ import annotations

import ast

from prelower.values.assume import assume, decided
from prelower.values.classes import method_named
from prelower.values.frames import ANY, Guard
from prelower.values.machine import Machine
from prelower.values.memory import State, join
from prelower.values.model import Condition, Library, Sequence, Value
from prelower.values.names import condition
from prelower.values.objects import BoundMethod, InstanceObject, Ref, UserClass
from prelower.values.possible import NONE, one, unknown
from prelower.values.registry import statement
from prelower.values.targets import store

CATCHING = frozenset({ANY, "ValueError", "TypeError", "RuntimeError"})
"""What a `try` catches of the errors that JAX raises about a value."""


@statement(ast.If)
def if_(m: Machine, node: ast.If) -> None:
    """`if test: ... else: ...`: one way where the test is decided, else both."""
    holds = decided(m, node.test)
    if holds is not None:
        m.run(node.body if holds else node.orelse)
        return
    fork(m, node.test, [(True, node.body), (False, node.orelse)])


def fork(m: Machine, test: ast.expr, ways: list[tuple[bool, list[ast.stmt]]]) -> None:
    """Run each way of an undecided test from the same state, and join what comes of them."""
    base, ends = m.state, []
    for way, body in ways:
        m.state = base.child(condition(m, test, way))
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
        states: list[State] = [m.state]
        m.state = m.state.child()
        m.guards.append(Guard(states, frozenset({ANY}), states[0]))
        m.run(node.body)
        m.guards.pop()
        m.state = join(states[0], [*states[1:], m.state]) if states[1:] else m.state
        del m.quiet[-len(reasons) :]
    else:
        m.run(node.body)
    _left(m, len(node.items))


def _entered(m: Machine, item: ast.withitem) -> str | None:
    value = m.eval(item.context_expr)
    reason = expects_error(item.context_expr)
    entered = entered_value(m, value)
    m.entered_managers.append(value)
    if item.optional_vars is not None:
        store(m, item.optional_vars, entered, item.context_expr)
    return reason


def _left(m: Machine, count: int) -> None:
    """The user's managers are left, the last one first."""
    for _ in range(count):
        value = m.entered_managers.pop()
        what = value[0].what if len(value) == 1 else None
        thing = m.heap(what) if type(what) is Ref else None
        method = method_named(m, thing, "__exit__") if isinstance(thing, InstanceObject) else None
        if method is not None and not m.state.dead:
            m.call(one(BoundMethod(method, value[0])), (NONE, NONE, NONE))


def entered_value(m: Machine, value: Value) -> Value:
    """What `with value as name` binds; a user's class says it in `__enter__`."""
    what = value[0].what if len(value) == 1 else None
    thing = m.heap(what) if type(what) is Ref else None
    method = method_named(m, thing, "__enter__") if isinstance(thing, InstanceObject) else None
    if method is None:
        return unknown("what a context manager gives")
    return m.call(one(BoundMethod(method, value[0])), ())


def expects_error(node: ast.expr) -> str | None:
    """Why an error inside is wanted: `pytest.raises(...)`, `self.assertRaises...(...)`, `contextlib.suppress`."""
    callee = node.func if isinstance(node, ast.Call) else node
    name = callee.attr if isinstance(callee, ast.Attribute) else callee.id if isinstance(callee, ast.Name) else ""
    if name in ("raises", "suppress", "warns", "xfail", "subTest_raises") or name.startswith(
        ("assertRaises", "raises_")
    ):
        return f"inside `{name}`"
    return None


# -- try


@statement(ast.Try, *([ast.TryStar] if hasattr(ast, "TryStar") else []))
def try_(m: Machine, node: ast.Try) -> None:
    """`try: ... except ...: ... else: ... finally: ...`."""
    base = m.state
    catches = frozenset(name for handler in node.handlers for name in caught(m, handler))
    states: list[State] = []
    guard = Guard(states, catches, base)
    m.state = base.child()
    quiet = (
        f"inside `try ... except {' '.join(sorted(catches - {ANY}))}`".rstrip("` ") + "`" if catches & CATCHING else ""
    )
    if quiet:
        m.quiet.append(quiet)
    m.guards.append(guard)
    m.run(node.body)
    m.guards.pop()
    if quiet:
        m.quiet.pop()
    m.run(node.orelse)
    ends = [m.state, *(_handled(m, base, states, handler) for handler in node.handlers)]
    m.state = join(base, ends)
    _finally(m, base, states, node)


def _handled(m: Machine, base: State, states: list[State], handler: ast.ExceptHandler) -> State:
    """The state after a handler, which may start wherever the body may have been left."""
    if not states:
        dead = base.child()
        dead.dead = True
        return dead
    entry = join(base, states)
    if entry.dead:
        return entry
    test = Condition(m.unit.path, m.span(handler), True, frozenset())
    m.state = entry.child(test)
    if handler.name:
        m.bind(handler.name, unknown("an exception"))
    m.run(handler.body)
    if handler.name and not m.state.dead:
        m.unbind(handler.name)
    return m.state


def caught(m: Machine, handler: ast.ExceptHandler) -> frozenset[str]:
    """The names of the exceptions that a handler catches; ANY for all or not known."""
    if handler.type is None:
        return frozenset({ANY})
    names: set[str] = set()
    for possible in m.eval(handler.type):
        names.update(_exception_names(possible.what))
    if names & {"Exception", "BaseException"}:
        names.add(ANY)
    if "ImportError" in names:
        names.add("ModuleNotFoundError")
    if "LookupError" in names:
        names.update(("KeyError", "IndexError"))
    return frozenset(names)


def _exception_names(what: object) -> set[str]:
    if isinstance(what, Library):
        return {what.name.rsplit(".", 1)[-1]}
    if isinstance(what, Sequence) and not what.rest:
        return {n for value in what.items for p in value for n in _exception_names(p.what)}
    return {what.info.name} if isinstance(what, UserClass) else {ANY}


def _finally(m: Machine, base: State, states: list[State], node: ast.Try) -> None:
    """`finally` runs on every way; on those that leave for good its effects on what others see are kept small."""
    if not node.finalbody:
        return
    if m.state.dead:
        left = join(base, states) if states else base.child()
        m.state = left if not left.dead else base.child()
        m.run(node.finalbody)
        m.die()
        return
    m.run(node.finalbody)


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
        matched, certain = _case(m, rest, node, case, subject)
        if matched is not None:
            ends.append(matched)
        rest = None if certain else rest
    if rest is not None:
        ends.append(rest.child(Condition(m.unit.path, m.span(node.subject), False, frozenset())))
    m.state = join(base, ends)


def _case(m: Machine, rest: State, node: ast.Match, case: ast.match_case, subject: Value) -> tuple[State | None, bool]:
    """The state after a case's body (None: it cannot match), and whether it surely matches."""
    from prelower.values.patterns import matches

    test = condition(m, node.subject, True)._replace(span=m.span(case.pattern))
    m.state = rest.child(test)
    holds = matches(m, case.pattern, subject, node.subject)
    if holds is False:
        m.state = rest
        return None, False
    if case.guard is not None:
        guard = decided(m, case.guard)
        if guard is False or (guard is None and not assume(m, case.guard, True)):
            m.state = rest
            return None, False
        holds = holds and guard
    if holds:
        m.state.path = rest.path
    m.run(case.body)
    return m.state, bool(holds)
