"""What a module's functions change when somebody calls them, found by running them.

Nobody can say when a function is called. So each one that may change what its module holds is run once, knowing
nothing of its arguments, and what it leaves otherwise than it found it is in doubt for everybody else.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from prelower.syntax.walking import walk
from prelower.values.changing import may_change
from prelower.values.classes import find, lineage, method_named
from prelower.values.functions import run_body, unknown_arguments
from prelower.values.machine import NOWHERE, STEPS, Machine
from prelower.values.memory import Key, State
from prelower.values.model import Library, Possible, Unknown, Value
from prelower.values.names import names_of
from prelower.values.objects import (
    Deferred,
    DictObject,
    Function,
    HeapObject,
    InstanceObject,
    ListObject,
    LostObject,
    Property,
    Ref,
    Thing,
    UserClass,
    opened,
    references,
)
from prelower.values.possible import one, unknown

MOST = 120
"""More functions than that are not run to see what they change."""
BUDGET = 2_000
"""Steps that one of them may take."""


class Run(NamedTuple):
    """A function to run, with its first argument where it is a method."""

    function: Function
    receiver: Value | None = None


class Effect(NamedTuple):
    """What running some functions leaves otherwise than it was."""

    key: Key
    after: object
    by: frozenset[ast.AST]
    names: tuple[str, ...]


def effects_of(
    m: Machine, path: str, scope: int, depends: Callable[[int], Hashable] | None = None
) -> tuple[Effect, ...]:
    """What the functions of a file change in what there is now; `depends` gives all that one's run hangs on."""
    base, memory = m.state, m.world.remembered if depends is not None else None
    found: dict[Key, Effect] = {}
    left = m.total + BUDGET * 10
    for run in list(_runs(m, path, scope))[:MOST]:
        if m.total > left:
            break
        at = (run.function.node, run.receiver is None, depends(run.function.unit.line)) if depends is not None else None
        if memory is not None and memory.is_harmless(at):
            continue
        changed = changes(m, base, run)
        if memory is not None and not changed:
            memory.note_harmless(at)
        for key, after in changed:
            old = found.get(key, Effect(key, after, frozenset(), ()))
            by = m.authors.get(key, {run.function.node})
            found[key] = old._replace(by=old.by | by, names=(*old.names, run.function.name))
    m.state = base.child()
    return tuple(effect._replace(names=tuple(sorted(set(effect.names)))) for effect in found.values())


def doubt_effects(m: Machine, effects: tuple[Effect, ...]) -> None:
    """Make doubtful what functions change."""
    base = m.state
    m.state = base.child()
    for effect in effects:
        doubt_change(m, base, effect.key, effect.after, effect.names[0])


def others_effects(m: Machine, root: Function) -> tuple[Effect, ...]:
    """What a function may find changed at its first call: not what only it, or what it calls, changes."""
    reached = _reached(m, root)
    return tuple(effect for effect in m.effects if not effect.by <= reached)


def _reached(m: Machine, root: Function) -> set[ast.AST]:
    """The functions that a function's code leads to by their names, and itself."""
    found: set[ast.AST] = set()
    waiting: list[ast.AST] = [root.node]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            words = names_of(node)
            waiting += [f.node for f in m.defined if f.name in words]
    return found


def described(m: Machine, effects: tuple[Effect, ...], scope: int) -> tuple[str, ...]:
    """What the effects are, in words that are the same in each run."""
    return tuple(sorted({f"{' '.join(e.names)}:{_named(m, scope, e.key)}:{_parts(m, e)}" for e in effects}))


def _parts(m: Machine, effect: Effect) -> str:
    """Which fields or items of an object change."""
    before = m.clean.find(effect.key)
    if isinstance(before, InstanceObject) and isinstance(effect.after, InstanceObject):
        return " ".join(sorted(n for n, v in before.fields.items() if effect.after.fields.get(n) != v))
    if isinstance(before, DictObject) and isinstance(effect.after, DictObject):
        kept = [e.key for e in effect.after.entries if e in before.entries]
        return " ".join(sorted(str(e.key) for e in before.entries if e.key not in kept))
    return type(effect.after).__name__


def _named(m: Machine, scope: int, key: Key) -> str:
    """A name for what changes that is the same in each run."""
    if isinstance(key, tuple):
        return key[1]
    names = [n for n in m.visible(scope) if any(r.address == key for r in references(m.state.value(scope, n) or ()))]
    return f"in {names[0]}" if names else "inside"


# -- which functions


def _runs(m: Machine, path: str, scope: int) -> Iterator[Run]:
    shared = frozenset(n for n in m.visible(scope) if _is_shared(m.state.value(scope, n) or ()))
    makers = frozenset(n for n in m.visible(scope) if _is_function(m.state.value(scope, n) or ()))
    called = {f.node for f in m.all_entered}
    for function in [f for f in m.defined if f.unit.path == path]:
        inner = function.scope.kind == "function"
        if inner or not may_change(function.node, shared, makers):
            continue
        if function.node not in called or _called_later(m, path, function):
            yield Run(function, _first(m, function))
    for name in sorted(shared):
        for ref in references(m.state.value(scope, name) or ()):
            yield from _methods(m, ref)
        for possible in m.state.value(scope, name) or ():
            what: Thing = possible.what
            if isinstance(what, Function) and what.scope.kind == "function":
                yield Run(what)


def _called_later(m: Machine, path: str, function: Function) -> bool:
    from prelower.values.unstable import mentioned_in_functions

    return mentioned_in_functions(m, path, function.name)


def _is_shared(value: Value) -> bool:
    """Whether a name may lead to something that can be changed: an object, a class, a module, a closure."""
    things: list[Thing] = [p.what for p in value]
    return any(
        not isinstance(t, (Library, Unknown)) and (not isinstance(t, Function) or t.scope.kind == "function")
        and hasattr(t, "_fields") and not _is_plain(t)
        for t in things
    )  # fmt: skip


def _is_plain(thing: Thing) -> bool:
    return type(thing).__name__ in ("Known", "Instance", "Array", "Sequence")


def _is_function(value: Value) -> bool:
    things: list[Thing] = [p.what for p in value]
    return any(isinstance(t, Function) for t in things)


def _methods(m: Machine, ref: Ref) -> Iterator[Run]:
    """The methods that change an object of the module, on that object."""
    thing = m.heap(ref)
    if not isinstance(thing, InstanceObject) or thing.user is None:
        return
    for cls in lineage(thing.user):
        for name in m.visible(cls.space.number) if isinstance(cls, UserClass) else ():
            method = method_named(m, thing, name)
            if method is None or name in ("__init__", "__post_init__", "__new__") or not method.parameters:
                continue
            own = frozenset({method.parameters[0].name})
            if may_change(method.node, own, frozenset()) or calls_own(method):
                yield Run(method, one(ref))


@lru_cache(2048)
def _own_calls(node: ast.AST, first: str) -> bool:
    return any(
        isinstance(n, ast.Call)
        and isinstance(n.func, ast.Attribute)
        and isinstance(n.func.value, ast.Name)
        and n.func.value.id == first
        for n in walk(node)
    )


def calls_own(method: Function) -> bool:
    """Whether a method calls others of its object."""
    return _own_calls(method.node, method.parameters[0].name)


def _first(m: Machine, function: Function) -> Value | None:
    """The first argument of a method that is run for what it changes: its class for a class method."""
    if function.owner is None or not function.parameters:
        return None
    cls = m.classes.get(function.owner.info.name, function.owner)
    things: list[Thing] = [p.what for p in find(m, cls, function.name) or ()]
    kinds = {t.kind for t in things if isinstance(t, Property)}
    if "staticmethod" in kinds:
        return None
    if "classmethod" in kinds:
        return one(cls)
    return one(m.allocate(InstanceObject(cls.info, cls, {}, rest=True)))


# -- what they change


def changes(m: Machine, base: State, run: Run) -> list[tuple[Key, object]]:
    """What is otherwise after a run, of what there was before it."""
    from prelower.values.roots import guarded

    kept = len(m.calls), len(m.all_entered), len(m.defined), m.quiet, m.rooting, m.steps
    skipped, m.skipped = m.skipped, set()
    m.state, m.rooting, m.quiet, m.steps, m.authors = base.child(), True, [], STEPS - BUDGET, {}
    bound = unknown_arguments(run.function)
    bound.update({p.name: p.default for p in run.function.parameters if p.default and references(p.default)})
    receiver: Possible | None = None
    if run.receiver is not None:
        bound[run.function.parameters[0].name] = run.receiver
        receiver = run.receiver[0]
    guarded(m, partial(_run, m, run.function, bound, receiver))
    calls, entered, defined, m.quiet, m.rooting, m.steps = kept
    m.skipped = skipped
    del m.calls[calls:], m.all_entered[entered:], m.defined[defined:]
    after = m.state
    keys = [key for key in after.changed_since(base) if base.find(key)]
    return [(key, after.find(key)) for key in keys if _differs(base.find(key), after.find(key))]


def _run(m: Machine, function: Function, bound: dict[str, Value], receiver: Possible | None) -> None:
    run_body(m, function, bound, NOWHERE, receiver)


def _differs(before: object, after: object) -> bool:
    if before == after or after is None:
        return False
    if isinstance(before, tuple) and not hasattr(before, "_fields"):
        things: list[Thing] = [p.what for p in before]
        if things == [p.what for p in after]:  # type: ignore[attr-defined]
            return False
        return not any(isinstance(t, Deferred) for t in things)
    return True


def doubt_change(m: Machine, base: State, key: Key, after: object, by: str) -> None:
    """Make doubtful one thing that a run leaves otherwise than it was."""
    reason = f"changed by `{by}`"
    if isinstance(key, tuple):
        m.state.delta[key] = (*(base.value(*key) or ()), *unknown(f"`{key[1]}` is {reason}"))
        return
    before = base.object(key)
    m.store(Ref(key), doubtful(before, after, reason))


def doubtful(before: HeapObject, after: object, reason: str) -> HeapObject:
    """An object with everything in doubt that is otherwise in another state of it."""
    doubt = unknown(reason)
    if isinstance(before, InstanceObject) and isinstance(after, InstanceObject):
        changed = {n for n, v in after.fields.items() if before.fields.get(n) != v} | (
            before.fields.keys() - after.fields
        )
        fields = {n: (*v, *doubt) if n in changed else v for n, v in before.fields.items()}
        return before._replace(fields=fields, rest=True)
    if isinstance(before, DictObject) and isinstance(after, DictObject):
        same = {e.key for e in after.entries if e in before.entries}
        entries = tuple(
            e if e.key in same else e._replace(value=(*e.value, *doubt), sure=False) for e in before.entries
        )
        return before._replace(entries=entries, rest=before.rest or after.rest or len(after.entries) > len(entries))
    if isinstance(before, ListObject) and isinstance(after, ListObject):
        return opened(before)
    return before if isinstance(before, LostObject) else LostObject(reason)
