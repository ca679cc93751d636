"""`inspect.signature` and `dataclasses.fields` of what is watched: which parameters this JAX has."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Entry, Known, Library, Value
from prelower.values.objects import DictObject, Function, InstanceObject
from prelower.values.possible import one, unknown
from prelower.values.special import first, special


@special("inspect.signature")
def signature(m: Machine, given: Given) -> Value:
    """`inspect.signature(function)`: of it are known the names of the parameters."""
    names = parameters_of(m, first(given)) if len(given.positional) == 1 and not given.keywords else None
    if names is None:
        m.mark()
        return unknown("a signature that is not known")
    entries = tuple(Entry(Known(name), unknown("a parameter"), None) for name in names)
    table = one(m.allocate(DictObject(info("builtins.mappingproxy"), entries)))
    return one(m.allocate(InstanceObject(info("inspect.Signature"), None, {"parameters": table}, rest=True)))


def parameters_of(m: Machine, value: Value) -> tuple[str, ...] | None:
    """The names of a function's parameters, or of a watched class's in this JAX."""
    what: object = value[0].what if len(value) == 1 else None
    if isinstance(what, Library):
        watched = m.world.library.watched(what.name)
        open_ = watched is None or watched.var_keyword or not m.world.library.exists(what.name)
        return (
            None
            if open_ or watched is None
            else tuple(dict.fromkeys((*watched.parameters, *sorted(watched.keyword_only))))
        )
    if isinstance(what, Function):
        return tuple(p.name for p in what.parameters)
    return None
