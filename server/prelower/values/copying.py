"""Functions that copy records or take them apart: `replace`, `asdict`, `astuple`, `fields`, `copy`."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.copies import copied
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Known, Value
from prelower.values.objects import InstanceObject
from prelower.values.possible import one, unknown
from prelower.values.records import as_dict, as_tuple, field_names, replaced
from prelower.values.sequences import tuple_of
from prelower.values.special import first, special


@special("dataclasses.replace", "copy.replace", "attr.evolve", "attrs.evolve")
def replace(m: Machine, given: Given) -> Value:
    """`dataclasses.replace(record, **changes)`."""
    return replaced(m, first(given), given)


@special("dataclasses.asdict", "attrs.asdict", "attr.asdict")
def asdict(m: Machine, given: Given) -> Value:
    """`dataclasses.asdict(record)`."""
    return as_dict(m, first(given))


@special("dataclasses.astuple", "attrs.astuple", "attr.astuple")
def astuple(m: Machine, given: Given) -> Value:
    """`dataclasses.astuple(record)`."""
    return as_tuple(m, first(given))


@special("dataclasses.fields", "attrs.fields", "attr.fields")
def fields_(m: Machine, given: Given) -> Value:
    """`dataclasses.fields(record)`: what is known of each is its name."""
    names = field_names(m, first(given))
    if names is None:
        return unknown("the fields of something not known")
    cls = info("dataclasses.Field")
    made = [one(m.allocate(InstanceObject(cls, None, {"name": one(Known(n))}, rest=True))) for n in names]
    return tuple_of(tuple(made))


@special("copy.copy")
def copy(m: Machine, given: Given) -> Value:
    """`copy.copy(value)`."""
    return copied(m, first(given), False)


@special("copy.deepcopy")
def deepcopy(m: Machine, given: Given) -> Value:
    """`copy.deepcopy(value)`."""
    return copied(m, first(given), True)
