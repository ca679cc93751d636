"""Functions that are run for their own sake: those of a file that nobody calls there, and the states they may find."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable
from functools import lru_cache, partial

from prelower.syntax.walking import walk
from prelower.values.branches import expects_error
from prelower.values.effects import doubt_effects, doubtful, others_effects
from prelower.values.functions import run_body, unknown_arguments
from prelower.values.instances import receivers_of
from prelower.values.machine import Machine
from prelower.values.memory import State
from prelower.values.model import Call, Condition, Known, Possible, Value
from prelower.values.names import identifiers, names_of
from prelower.values.objects import Deferred, Function, Scope, Thing, references
from prelower.values.possible import under, unknown
from prelower.values.receivers import receiver_for
from prelower.values.remembered import remember
from prelower.values.skipping import Root, leave_alone
from prelower.values.wrappers import traced_parameters, traced_value

FOLLOWED = 12
"""So many functions are looked into for the names that a function may use."""
ROOTS = 400
"""More functions than that are not run for their own sake."""


TOTAL = 60_000
BY_DEFAULT = -1
"""The number of the condition that a function is called without an argument."""
CALLS = 2_000
"""After so many steps, or watched calls, no further function of a file is run for its own sake."""


def guarded(m: Machine, work: Callable[[], None]) -> None:
    """Run a part; where it nests deeper than Python follows, nothing is said of the file."""
    frame, unit, guards, sites = m.frame, m.unit, m.guards, m.sites
    try:
        work()
    except RecursionError:
        m.dynamic = True
        m.frame, m.unit, m.guards, m.sites = frame, unit, guards, sites


def run_roots(m: Machine, path: str, lines: frozenset[int], depends: Callable[[int], Hashable]) -> None:
    """Run each function of the file that can reach a watched name, knowing nothing of its arguments."""
    base = m.state
    m.rooting, m.root_path = True, path
    roots = [f for f in m.defined if f.unit.path == path and f.unit.line in lines]
    settled = frozenset(m.settled - m.given_away)
    ran: list[Root] = []
    for root in roots[:ROOTS]:
        if root.node in settled:
            continue
        if _enough(m):
            break
        calls, entered_before = len(m.calls), len(m.all_entered)
        m.state, m.steps = _before(m, root, base), 0
        doubted = _doubt_changed(m, root, base)
        key = (root.node, root.unit.line, False, depends(root.unit.line), doubted)
        remember(m, key, path, partial(guarded, m, partial(run_root, m, root)))
        for receiver in receivers_of(m, root):
            m.state, m.steps = _before(m, root, base), 0
            _doubt_changed(m, root, base)
            guarded(m, partial(_run_on, m, root, receiver))
        ran.append(Root(root, (calls, len(m.calls)), (entered_before, len(m.all_entered))))
    m.whole = False
    alone = leave_alone(m, ran)
    for function, then in m.handed:
        if not _enough(m) and function.node in {r.node for r in roots} - alone and _other_names(function, then, base):
            m.state, m.steps = then.child(), 0
            guarded(m, partial(run_root, m, function))
    entered = {f.node for f in m.all_entered} | alone
    outside = m.world.outside.get(path)
    for root in roots[:ROOTS]:
        if root.node in entered or root.name in m.half_typed or (outside and root.name in outside.used):
            continue  # a call of it may stand in what does not parse, or stands in another file
        if not _enough(m) and any(_tells(p.default) for p in root.parameters):
            m.state, m.steps = _before(m, root, base), 0
            again = (root.node, root.unit.line, True, depends(root.unit.line))
            remember(m, again, path, partial(guarded, m, partial(run_root, m, root, by_default=True)))
    m.state, m.whole = base, False


def _before(m: Machine, root: Function, base: State) -> State:
    """The state that a function may find at its first call; one that changes it is run whole."""
    others = others_effects(m, root) if m.effects else ()
    m.whole = len(others) < len(m.effects)
    if not m.whole:
        return base.child()
    m.state = m.clean.child()
    doubt_effects(m, others)
    return m.state.child()


def _enough(m: Machine) -> bool:
    return m.total > TOTAL or len(m.calls) > CALLS


def _doubt_changed(m: Machine, function: Function, end: State) -> tuple[str, ...]:
    """Doubt the names that were others when the module itself called a function: it may have been for that call."""
    then = m.called_with.get(function.node)
    changed = _other_names(function, then, end) if then is not None else ()
    for key in changed:
        m.state.delta[key] = (*(end.value(*key) or ()), *unknown(f"`{key[1]}` was another when called"))
    return (*(name for _, name in changed), *_doubt_objects(m, function, then, end))


def _doubt_objects(m: Machine, function: Function, then: State | None, end: State) -> tuple[str, ...]:
    """Doubt the objects that held something else when the module itself called a function that uses them."""
    found = []
    for key in _names_around(function, end) if then is not None else ():
        for ref in references(end.value(*key) or ()):
            before = then.find(ref.address) if then is not None else None
            if before is not None and before != end.object(ref.address):
                m.store(ref, doubtful(end.object(ref.address), before, f"in `{key[1]}` was another when called"))
                found.append(f"in {key[1]}")
    return tuple(found)


def _other_names(function: Function, then: State, end: State) -> tuple[tuple[int, str], ...]:
    """The names around a function that it uses and that were others at another time."""
    pairs = [(key, then.value(*key), end.value(*key)) for key in _names_around(function, end)]
    return tuple(key for key, old, new in pairs if old and new and old != new and not _is_deferred(old))


def _names_around(function: Function, state: State) -> list[tuple[int, str]]:
    """The names that a function uses in the scopes around it, and those that the functions use which it finds there."""
    found: dict[tuple[int, str], None] = {}
    waiting: list[Function] = [function]
    seen: set[ast.AST] = set()
    while waiting and len(seen) < FOLLOWED:
        here = waiting.pop()
        seen.add(here.node)
        scope: Scope | None = here.scope
        while scope is not None:
            found.update(((scope.number, name), None) for name in sorted(identifiers(here.node)))
            scope = scope.parent
        things: list[Thing] = [p.what for key in found for p in state.value(*key) or ()]
        waiting += [t for t in things if isinstance(t, Function) and t.node not in seen]
    return list(found)


def _is_deferred(value: Value) -> bool:
    things: list[Thing] = [p.what for p in value]
    return any(isinstance(thing, Deferred) for thing in things)


def _tells(default: Value | None) -> bool:
    """Whether a default is worth a run of its own."""
    return default is not None and not all(isinstance(p.what, Known) and p.what.value is None for p in default)


def _run_on(m: Machine, method: Function, receiver: Callable[[], Value]) -> None:
    run_root(m, method, on=receiver())


def run_root(m: Machine, function: Function, by_default: bool = False, on: Value | None = None) -> None:
    """Run a function for its own sake (`on`: a method on this object), then those it defines and never calls."""
    before = len(m.defined)
    m.chosen = m.ended or function.unit.line in m.chosen_lines
    bound = unknown_arguments(function)
    bound.update({name: traced_value(name) for name in traced_parameters(m, function)})
    receiver = _receiver(m, function, bound, on)
    if by_default:
        for parameter in function.parameters:
            if parameter.default is not None and parameter.name in bound:
                bound[parameter.name] = bound[parameter.name] + _by_default(parameter.default)
    outer = m.quiet
    m.quiet = [*outer, reason] if (reason := _expected(function.node)) else outer
    run_body(m, function, bound, None, receiver, for_calls=True)
    if m.state.dead:
        m.state = m.state.parent.child() if m.state.parent else m.state
        m.state.dead = False
    inner = m.defined[before:]
    for nested in inner[:50]:
        if names_of(nested.node).isdisjoint(m.words):
            continue
        if nested.node not in {f.node for f in m.all_entered} and not m.exhausted:
            state = m.state
            m.state = state.child()
            run_root(m, nested)
            m.state = state
    m.quiet = outer


def _receiver(m: Machine, function: Function, bound: dict[str, Value], on: Value | None) -> Possible | None:
    """The method's own instance, as `__init__` leaves it where no other is asked for."""
    if function.owner is None or not function.parameters or function.parameters[0].kind == "star":
        return None
    value = receiver_for(m, function) if on is None else on
    if value is None:
        return None
    bound[function.parameters[0].name] = value
    return value[0]


def _by_default(default: Value) -> Value:
    """The default, as one of the ways a function that nobody here calls may be called."""
    place = default[0].places[-1] if default and default[0].places else None
    if place is None:
        return unknown("a default")
    return under(default, (Condition(place.path, place.span, True, frozenset(), BY_DEFAULT),))


def by_default(calls: tuple[Call, ...]) -> bool:
    """Whether a watched call is given what only a default of a function says that nobody calls here."""
    values = (a.value for call in calls for a in call.arguments.values())
    return any(c.number == BY_DEFAULT for value in values for p in value for c in p.under)


@lru_cache(2048)
def _expected(function: ast.AST) -> str | None:
    """Why errors in a function are wanted: it is marked xfail, or holds a `with pytest.raises(...)`."""
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None
    if any(word in ast.unparse(d) for d in function.decorator_list for word in ("xfail", "expectedFailure")):
        return "marked xfail"
    for node in walk(function):
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                reason = expects_error(item.context_expr)
                if reason and "suppress" not in reason:
                    return f"in a function with a check {reason}"
    return None
