"""What the other methods of an object may have done to it before a method of it is called: found by running them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from prelower.values.changing import may_change
from prelower.values.classes import find
from prelower.values.effects import Run, calls_own, changes, doubt_change
from prelower.values.machine import Machine
from prelower.values.objects import Function, InstanceObject, Property, Ref, Thing, UserClass
from prelower.values.possible import one, unknown

MOST = 200
"""More methods than that are not run in one file: all fields are in doubt then."""
STARTING = ("__init__", "__post_init__", "__attrs_post_init__", "__new__")
"""The methods that make an instance what it is."""


def doubt_meanwhile(m: Machine, cls: UserClass, ref: Ref, function: Function) -> None:
    """Make doubtful what methods other than this one, called before it, leave otherwise than they found it."""
    others = list(islice(_others(m, cls, function), MOST + 1 - m.tried_meanwhile))
    if m.tried_meanwhile + len(others) > MOST:
        thing = m.heap(ref)
        if isinstance(thing, InstanceObject):
            doubt = unknown("one of many methods may change it")
            m.store(ref, thing._replace(fields={n: v + doubt for n, v in thing.fields.items()}))
        return
    base, found = m.state, []
    for other in others:
        m.tried_meanwhile += 1
        found += [(key, after, other.name) for key, after in changes(m, base, Run(other, one(ref)))]
    m.state = base.child()
    for key, after, name in found:
        doubt_change(m, base, key, after, name)


def _others(m: Machine, cls: UserClass, function: Function) -> Iterator[Function]:
    """The other methods of a class that may change an instance, those of its bases in the project included."""
    for method in m.defined:
        own = method.owner is not None and method.owner.info.name in cls.info.mro
        if not own or method.node is function.node or method.name in STARTING or not method.parameters:
            continue
        if not may_change(method.node, frozenset({method.parameters[0].name}), frozenset()) and not calls_own(method):
            continue
        things: list[Thing] = [p.what for p in find(m, cls, method.name) or ()]
        if not {t.kind for t in things if isinstance(t, Property)} & {"staticmethod", "classmethod"}:
            yield method
