"""Havoc: what something unknown has had its hands on is not known any more."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from prelower.values.model import Value
from prelower.values.objects import (
    BoundMethod,
    DictObject,
    Function,
    InstanceObject,
    ListObject,
    LostObject,
    MethodOf,
    ModuleRef,
    Partial,
    Ref,
    Thing,
    UserClass,
)
from prelower.values.possible import one, unknown

if TYPE_CHECKING:
    from prelower.values.machine import Machine


def lose(m: Machine, value: Value, reason: str) -> None:
    """Something unknown has had its hands on a value: what it holds is not known any more."""
    _lose(m, value, reason, set())


def _lose(m: Machine, value: Value, reason: str, seen: set[int]) -> None:
    for possible in value:
        what: Thing = possible.what
        if isinstance(what, (UserClass, ModuleRef)):
            _lose_names(m, what.space.number if isinstance(what, UserClass) else what.scope.number, reason)
            continue
        if isinstance(what, (BoundMethod, MethodOf)):
            _lose(m, (what.receiver,), reason, seen)
        elif isinstance(what, Partial):
            for held in (what.function, *(v for _, v in what.arguments)):
                _lose(m, held, reason, seen)
        if isinstance(what, (Function, BoundMethod)):
            doubt(m, what)
            function = what.function if isinstance(what, BoundMethod) else what
            for parameter in function.parameters if isinstance(function, Function) else ():
                _lose(m, parameter.default or (), reason, seen)
        if type(what) is not Ref or what.address in seen:
            continue
        seen.add(what.address)
        thing = m.heap(what)
        inside: list[Value] = []
        if isinstance(thing, ListObject):
            inside = list(thing.items)
        elif isinstance(thing, DictObject):
            inside = [entry.value for entry in thing.entries]
            if thing.of is not None:
                inside.append(one(thing.of))
        elif isinstance(thing, InstanceObject):
            if thing.call is not None:
                continue  # what JAX made is frozen
            inside = list(thing.fields.values())
        for held in inside:
            _lose(m, held, reason, seen)
        m.store(what, LostObject(reason))


def lose_reached(m: Machine, node: ast.AST) -> None:
    """Code that runs later may change what its calls can reach."""
    from prelower.values.relevance import changed

    if not any(isinstance(n, ast.Call) for n in ast.walk(node)):
        return
    for name in changed(node):
        value = m.state.value(m.frame.scope.number, name)
        if value is not None:
            lose(m, value, "changed later, by a generator")


def doubt(m: Machine, what: Function | BoundMethod) -> None:
    """A function of the user's may be called by somebody else: what it changes is in doubt."""
    from prelower.values.unstable import doubt_changes

    function = what.function if isinstance(what, BoundMethod) else what
    if isinstance(function, Function):
        doubt_changes(m, function)


def _lose_names(m: Machine, scope: int, reason: str) -> None:
    for name in m.visible(scope):
        m.state.delta[(scope, name)] = unknown(reason)
