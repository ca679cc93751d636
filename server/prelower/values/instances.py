"""The objects that a method may be called on by others: those that the module holds, and those of subclasses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from prelower.values.classes import find
from prelower.values.construct import construct
from prelower.values.given import Given
from prelower.values.machine import Machine, module_of
from prelower.values.meanwhile import STARTING
from prelower.values.model import Value
from prelower.values.objects import Function, InstanceObject, Ref, Thing, UserClass, references
from prelower.values.possible import one
from prelower.values.receivers import loosened

MOST = 6
"""A method is run on so many of them."""
_PLAIN = ("plain", "dataclass")


def receivers_of(m: Machine, function: Function) -> list[Callable[[], Value]]:
    """Ways to come by the objects that a method may be run on, other than one of its own class."""
    if function.owner is None or function.name in STARTING or not function.parameters:
        return []
    found: list[Callable[[], Value]] = [partial(_of_subclass, m, function, c) for c in _subclasses(m, function)]
    found += [partial(_held, m, function, ref) for ref in _instances(m, function)]
    return found[:MOST]


def _subclasses(m: Machine, function: Function) -> Iterator[UserClass]:
    """The classes of the file that inherit the method and have something of their own."""
    assert function.owner is not None
    own = function.owner.info.name
    for cls in list(m.classes.values()):
        derived = cls.info.name != own and own in cls.info.mro and cls.special in _PLAIN
        if derived and _is_method(m, cls, function) and m.visible(cls.space.number):
            yield cls


def _instances(m: Machine, function: Function) -> Iterator[Ref]:
    """The objects in the module's names that have the method."""
    scope = module_of(function.scope).number
    for name in sorted(m.visible(scope)):
        for ref in references(m.state.value(scope, name) or ()):
            thing = m.heap(ref)
            cls = thing.user if isinstance(thing, InstanceObject) else None
            if cls is not None and cls.special in _PLAIN and _is_method(m, cls, function):
                yield ref


def _is_method(m: Machine, cls: UserClass, function: Function) -> bool:
    things: list[Thing] = [p.what for p in find(m, cls, function.name) or ()]
    return any(isinstance(t, Function) and t.node is function.node for t in things)


def _of_subclass(m: Machine, function: Function, cls: UserClass) -> Value:
    calls, quiet = len(m.calls), m.quiet
    value = construct(m, cls, Given(more=True, more_named=True))
    del m.calls[calls:]
    m.quiet = quiet
    return loosened(m, value, function, cls)


def _held(m: Machine, function: Function, ref: Ref) -> Value:
    thing = m.heap(ref)
    assert isinstance(thing, InstanceObject) and thing.user is not None
    return loosened(m, one(ref), function, thing.user)
