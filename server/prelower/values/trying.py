"""`try`: what may be left where, what is caught, and what runs on every way out."""

from __future__ import annotations

import ast

from prelower.values.frames import ANY, Guard
from prelower.values.machine import Machine
from prelower.values.memory import State, join
from prelower.values.model import DOUBT, Condition, Library, Sequence, Value
from prelower.values.objects import UserClass
from prelower.values.possible import unknown
from prelower.values.registry import statement

TRIED = "inside `try"
"""How it begins to be told why there is silence about what a `try` may catch."""
CATCHING = frozenset({ANY, "ValueError", "TypeError", "RuntimeError"})
"""What a `try` catches of the errors that JAX raises about a value."""


@statement(ast.Try, *([ast.TryStar] if hasattr(ast, "TryStar") else []))
def try_(m: Machine, node: ast.Try) -> None:
    """`try: ... except ...: ... else: ... finally: ...`."""
    if not node.finalbody:
        _handling(m, node)
        return
    base, before = m.state, _ways_out(m)
    leaving = Guard([], frozenset({ANY}), base, passes_on=True)
    m.guards.append(leaving)
    _handling(m, node)
    m.guards.pop()
    _finally(m, node.finalbody, before)
    _passed_on(m, node.finalbody, leaving)


def _handling(m: Machine, node: ast.Try) -> None:
    base = m.state
    catches = frozenset(name for handler in node.handlers for name in caught(m, handler))
    states: list[State] = []
    m.state = base.child()
    quiet = f"{TRIED} ... except {' '.join(sorted(catches - {ANY}))}`".rstrip("` ") + "`" if catches & CATCHING else ""
    if quiet:
        m.quiet.append(quiet)
    m.guards.append(Guard(states, catches, base))
    m.run(node.body)
    m.guards.pop()
    if quiet:
        m.quiet.pop()
    m.run(node.orelse)
    ends = [m.state, *(_handled(m, base, states, handler) for handler in node.handlers)]
    m.state = join(base, ends)


def _passed_on(m: Machine, body: list[ast.stmt], leaving: Guard) -> None:
    """Run `finally` on the way of an exception that nobody here catches, and let it go on."""
    end = m.state
    if leaving.states:
        m.state = join(leaving.base, leaving.states).child(DOUBT)
        m.run(body)
        m.throw()
    m.state = end


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


def _ways_out(m: Machine) -> list[int]:
    """How many states have left the function, its loops and the enclosing `try` bodies so far."""
    return [len(way) for way in _leaving(m)]


def _leaving(m: Machine) -> list[list[State] | list[tuple[Value, State]]]:
    ways: list[list[State] | list[tuple[Value, State]]] = [m.frame.returns]
    for breaks, continues in m.frame.loops:
        ways.extend((breaks, continues))
    ways.extend(guard.states for guard in m.guards)
    return ways


def _finally(m: Machine, body: list[ast.stmt], before: list[int]) -> None:
    """Run `finally` on every way: on to what follows, and on each that leaves meanwhile."""
    end = m.state
    for way, count in zip(_leaving(m), before):
        left = way[min(count, len(way)) :]
        del way[count:]
        for item in left:
            value, state = item if isinstance(item, tuple) else (None, item)
            m.state = state.child()
            m.run(body)
            if not m.state.dead:
                way.append((value, m.state) if value is not None else m.state)  # type: ignore[arg-type]
    m.state = end
    if not end.dead:
        m.run(body)
