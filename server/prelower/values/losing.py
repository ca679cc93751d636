"""Havoc: what something unknown has had its hands on is not known any more."""

from __future__ import annotations

import ast
from itertools import islice
from typing import TYPE_CHECKING

from prelower.syntax.walking import walk
from prelower.values.carried import doubt_carried
from prelower.values.model import Known, Possible, Sequence, Unknown, Value
from prelower.values.objects import (
    BoundMethod,
    DictObject,
    Function,
    HeapObject,
    InstanceObject,
    LostObject,
    MethodOf,
    ModuleRef,
    NamesOf,
    Partial,
    Ref,
    Scope,
    Thing,
    UserClass,
    Wrapped,
    contents,
    references,
)
from prelower.values.possible import one, unknown

if TYPE_CHECKING:
    from prelower.values.machine import Machine


FOLLOWED = 16
"""More functions than that which a function may call are not doubted for it."""
_COLLECTING = "sorted max min set frozenset iter next sum list tuple dict zip"
HANDING_OUT = frozenset(f"builtins.{name}" for name in _COLLECTING.split())
"""Functions that may give what is held by what they are given."""
MANY = 64
"""More functions than that are not followed to where they are handed on."""


def lose(m: Machine, value: Value, reason: str) -> None:
    """Something unknown has had its hands on a value: what it holds is not known any more."""
    for possible in value:
        _lose(m, possible.what, reason)


def _lose(m: Machine, what: Thing, reason: str) -> None:
    if isinstance(what, ModuleRef):
        _lose_names(m, what.scope.number, reason)
    elif isinstance(what, UserClass):
        _lose_names(m, what.space.number, reason)
        for field in what.fields if what.special == "namedtuple" else ():
            m.state.delta[(what.space.number, field.name)] = unknown(reason)
        if what.special == "watched":  # it may have been made a dataclass by now
            m.state.delta[(what.space.number, "__init__")] = unknown(reason)
    elif isinstance(what, NamesOf):
        m.dynamic = True
    elif isinstance(what, (Function, BoundMethod)):
        doubt(m, what)
        if isinstance(what, Function):
            doubt_carried(m, what, "*", unknown(reason))
    for held in _held(what):
        lose(m, held, reason)
    if type(what) is not Ref:
        return
    thing = m.heap(what)
    if isinstance(thing, LostObject) or isinstance(thing, InstanceObject) and thing.call is not None:
        return  # what JAX made is frozen
    m.store(what, LostObject(reason))
    if isinstance(thing, DictObject) and thing.of is not None:
        lose(m, one(thing.of), reason)
    if isinstance(thing, InstanceObject) and thing.user is not None:
        for method in methods_that_change(m, thing.user):
            doubt(m, method)  # whoever has the object can call them, and is not followed where he does


def methods_that_change(m: Machine, cls: UserClass) -> list[Function]:
    """The methods of a class that may change more than their own names."""
    from prelower.values.mutating import changes_nothing

    own = (f for f in m.defined if f.owner is not None and f.owner.info.name in cls.info.mro)
    return list(islice((f for f in own if not changes_nothing(f.node)), MANY // 2))


def lose_handed_out(m: Machine, name: str, given: tuple[Possible, ...], got: Value) -> None:
    """What a function may give of what it was given, where it is not known what it gives."""
    things = [m.heap(p.what) if type(p.what) is Ref else p.what for p in got] if name in HANDING_OUT else []
    if not any(isinstance(thing, Unknown) or getattr(thing, "rest", False) for thing in things):
        return
    kept = {ref for thing in things for value in contents(thing) for ref in references(value)}
    for possible in given:
        for value in contents(m.heap(possible.what)) if type(possible.what) is Ref else _held(possible.what):
            lose(m, tuple(p for p in value if p.what not in kept), "given by a function that is not followed")


def _held(what: Thing) -> tuple[Value, ...]:
    """The values that whoever has a thing can get at through it."""
    if isinstance(what, (BoundMethod, MethodOf)):
        function = one(what.function) if isinstance(what, BoundMethod) else ()
        return ((what.receiver,), *(_defaults(function)))
    if isinstance(what, Function):
        return _defaults(one(what))
    if isinstance(what, Partial):
        return (what.function, *what.positional, *((one(what.named),) if what.named is not None else ()))
    if isinstance(what, Wrapped):
        return (what.function,)
    return what.items if isinstance(what, Sequence) else ()


def _defaults(function: Value) -> tuple[Value, ...]:
    things: list[Thing] = [f.what for f in function]
    functions = [what for what in things if isinstance(what, Function)]
    return tuple(p.default for what in functions for p in what.parameters if p.default is not None)


def let_go(m: Machine, old: HeapObject, new: HeapObject) -> None:
    """What an object held that is not all known any more: whoever reads that object may change it unseen."""
    if not isinstance(new, LostObject) and not getattr(new, "rest", False) or isinstance(old, LostObject):
        return
    kept = contents(new)
    same = {id(value) for value in kept}
    for value in contents(old):
        if id(value) in same or all(type(p.what) is Known for p in value):
            continue
        if value not in kept:
            lose(m, value, "in an object that is not known")


def lose_reached(m: Machine, node: ast.AST) -> None:
    """Code that runs later may change what its calls can reach."""
    from prelower.values.relevance import changed

    if not any(isinstance(n, ast.Call) for n in walk(node)):
        return
    for name in changed(node):
        value = m.state.value(m.frame.scope.number, name)
        if value is not None:
            lose(m, value, "changed later, by a generator")


def doubt(m: Machine, what: Function | BoundMethod) -> None:
    """A function of the user's may be called by somebody else: what it changes is in doubt."""
    from prelower.values.closures import doubt_enclosing
    from prelower.values.elsewhere import doubt_called
    from prelower.values.unstable import doubt_changes

    function = what.function if isinstance(what, BoundMethod) else what
    if isinstance(function, Function) and function.node not in m.doubting:
        if not m.rooting and len(m.handed) < MANY:
            m.handed.append((function, m.state))
            m.state = m.state.child()  # what is kept does not change any more
        m.doubting.add(function.node)
        m.given_away.add(function.node)
        doubt_changes(m, function)
        doubt_enclosing(m, function)
        doubt_called(m, what)
        for inner in _used_by(m, function)[:FOLLOWED]:
            doubt(m, inner)
        m.doubting.discard(function.node)


def _used_by(m: Machine, function: Function) -> list[Function]:
    """The functions around a function that it names, and so may call."""
    from prelower.values.names import identifiers

    found: list[Function] = []
    for name in sorted(identifiers(function.node)):
        scope: Scope | None = function.scope
        while scope is not None and scope.kind == "function":
            things: list[Thing] = [p.what for p in m.state.value(scope.number, name) or ()]
            found.extend(thing for thing in things if isinstance(thing, Function))
            scope = scope.parent
    return found


def _lose_names(m: Machine, scope: int, reason: str) -> None:
    for name in m.visible(scope):
        value = m.state.value(scope, name) or ()
        m.state.delta[(scope, name)] = unknown(reason)
        lose(m, tuple(p for p in value if type(p.what) in (Ref, Sequence)), reason)
