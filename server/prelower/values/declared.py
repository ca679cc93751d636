"""What a class of JAX declares, as a program reads it off: `CompilerParams.__dataclass_fields__`."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.machine import Machine
from prelower.values.model import Entry, Instance, Known, Library, Possible, Value
from prelower.values.objects import DictObject, InstanceObject, Ref, Thing, UserClass
from prelower.values.possible import one
from prelower.values.records import field_names

FIELDS = "__dataclass_fields__"


def declared(m: Machine, possible: Possible) -> Value | None:
    """`__dataclass_fields__` of a class of JAX, of one derived from it, or of an instance; None of everything else."""
    what: Thing = possible.what
    thing = m.heap(what) if type(what) is Ref else None
    made = isinstance(thing, InstanceObject) and thing.call is not None
    if not made and not isinstance(what, Library) and not (isinstance(what, UserClass) and what.special == "watched"):
        return None
    names = field_names(m, (possible,))
    if names is None:
        return None
    field = one(Instance(info("dataclasses.Field")))
    entries = tuple(Entry(Known(name), field, None) for name in names)
    return one(m.allocate(DictObject(info("builtins.dict"), entries)))
