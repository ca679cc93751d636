"""Whether a value is true, asking the user's own `__bool__` and `__len__`."""

from __future__ import annotations

from prelower.values import truth
from prelower.values.classes import method_named, opaque
from prelower.values.export import exported
from prelower.values.machine import Machine
from prelower.values.model import Library, Possible, Value
from prelower.values.objects import BoundMethod, Function, InstanceObject, Ref, Thing, UserClass
from prelower.values.possible import one


def possible_truth(m: Machine, possible: Possible) -> bool | None:
    """Whether one possibility is true, where that is known."""
    what: Thing = possible.what
    if isinstance(what, (Function, BoundMethod)) or isinstance(what, UserClass) and not opaque(what):
        return True
    library = m.world.library
    if isinstance(what, Library) and library.watched(what.name) is not None:
        return True  # a function or class of JAX's
    if isinstance(what, Library) and library.comes_and_goes(what.name) and library.exists(what.name):
        return True
    thing = m.heap(what) if type(what) is Ref else None
    if not isinstance(thing, InstanceObject) or thing.user is None:
        return truth.truth(exported(m, possible.what, 1))
    if opaque(thing.user):
        return None
    for name in ("__bool__", "__len__"):
        method = method_named(m, thing, name)
        if method is not None:
            return value_truth(m, m.call(one(BoundMethod(method, possible)), ()))
    return True if thing.user.special in ("plain", "dataclass") else None


def value_truth(m: Machine, value: Value) -> bool | None:
    """Whether a value is true, where all its possibilities agree."""
    truths = {possible_truth(m, p) for p in value}
    return truths.pop() if len(truths) == 1 else None
