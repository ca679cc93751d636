"""Values as they are seen from outside of a run: references followed, the run's own things described."""

from __future__ import annotations

import builtins
from collections.abc import Iterable
from typing import cast

from prelower.values.classinfo import info
from prelower.values.machine import Machine
from prelower.values.model import (
    Callable_,
    ClassInfo,
    Entry,
    Instance,
    Known,
    Library,
    Mapping,
    Possible,
    Record,
    Sequence,
    Unknown,
    Value,
    What,
)
from prelower.values.objects import (
    BoundMethod,
    DictObject,
    Function,
    InstanceObject,
    ListObject,
    LostObject,
    MethodOf,
    ModuleRef,
    NamesOf,
    Partial,
    Property,
    Ref,
    SuperOf,
    Thing,
    UserClass,
    WatchedResult,
    Wrapped,
)
from prelower.values.possible import one

NESTED = 8
"""How deep containers are followed."""
LARGE = 4_000
"""More things than that are not laid out at once."""

_KINDS: dict[type, tuple[str, str]] = {
    Function: ("function", "builtins.function"),
    BoundMethod: ("method", "builtins.method"),
    MethodOf: ("method", "builtins.builtin_function_or_method"),
    Partial: ("partial", "functools.partial"),
    Wrapped: ("wrapper", "prelower.wrapper"),
    Property: ("property", "builtins.property"),
    WatchedResult: ("function", "builtins.function"),
    ModuleRef: ("module", "builtins.module"),
    SuperOf: ("super", "builtins.super"),
}


def exported(machine: Machine, what: Thing, depth: int = NESTED) -> What:
    """What a thing is, seen from outside; `depth` says how far into containers."""
    kind = type(what)
    if kind is Known or kind is Instance or kind is Unknown or kind is Library:
        return what  # type: ignore[return-value]
    return _Export(machine).thing(what, depth)


def exported_value(machine: Machine, value: Value, depth: int = NESTED) -> Value:
    """All possibilities of a value, seen from outside."""
    return _Export(machine).value(value, depth)


class _Export:
    """One look from outside; `left` bounds how much is laid out."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.left = LARGE
        self.shown: dict[tuple[Ref, int], What] = {}

    def value(self, value: Value, depth: int) -> Value:
        return tuple(Possible(self.thing(p.what, depth), p.places, p.under) for p in value)

    def thing(self, what: Thing, depth: int) -> What:
        kind = type(what)
        self.left -= 1
        if kind is Ref:
            if not depth or self.left < 0:
                return Unknown("too large or nested too deep")
            at = (what, depth)
            if at not in self.shown:
                self.shown[at] = self.object(what, depth)  # type: ignore[arg-type, index]
            return self.shown[at]  # type: ignore[index]
        if isinstance(what, Sequence) and self.left < 0:
            return Unknown("too large or nested too deep")
        if isinstance(what, Sequence):
            return what._replace(items=self.items(what.items, depth), rest=what.rest or not depth)
        if isinstance(what, UserClass):
            return Callable_("class", what.info.name, info("builtins.type"))
        if isinstance(what, NamesOf):
            self.machine.dynamic = True  # whoever looks at all of it may do anything with it
            return Unknown("the names of a module")
        if isinstance(what, MethodOf) and not self.certain(what):
            return Unknown(f"attribute `{what.name}`")
        if kind in _KINDS:
            label, cls = _KINDS[kind]
            name = getattr(what, "name", label)
            return Callable_(label, name if isinstance(name, str) else label, info(cls))
        return what  # type: ignore[return-value]

    def certain(self, method: MethodOf) -> bool:
        """Whether an attribute of a plain value is surely a method, and nothing we know less of."""
        receiver = method.receiver.what
        thing = self.machine.heap(receiver) if type(receiver) is Ref else receiver
        cls = getattr(thing, "cls", None)
        name = cls.name if isinstance(cls, ClassInfo) else f"builtins.{type(getattr(thing, 'value', None)).__name__}"
        kind = getattr(builtins, name.removeprefix("builtins."), None) if name.startswith("builtins.") else None
        return isinstance(kind, type) and callable(getattr(kind, method.name, None))

    def items(self, items: tuple[Value, ...], depth: int) -> tuple[Value, ...]:
        return tuple(self.value(v, depth - 1) for v in items) if depth else ()

    def object(self, ref: Ref, depth: int) -> What:
        thing = self.machine.heap(ref)
        if isinstance(thing, LostObject):
            return Unknown(thing.reason)
        shown: What
        if thing.cls.name == "builtins.object":
            shown = Instance(thing.cls)
        elif isinstance(thing, ListObject):
            shown = Sequence(thing.cls, self.items(thing.items, depth), thing.rest)
        elif isinstance(thing, DictObject):
            entries = tuple(e._replace(value=self.value(e.value, depth - 1)) for e in thing.entries)
            shown = Mapping(thing.cls, entries, thing.rest)
        else:
            fields = tuple((n, self.value(v, depth - 1)) for n, v in thing.fields.items())
            shown = Record(thing.cls, fields, ref.address, thing.rest or thing.user is not None, thing.call)
        if self.machine.recorded is not None:
            self.machine.recorded[id(shown)] = (shown, ref)
        return shown


def imported(machine: Machine, what: What) -> Thing:
    """A thing from outside as the run holds it: lists and dicts become objects in memory, known ones again."""
    known = machine.recorded.get(id(what)) if machine.recorded else None
    if known is not None:
        return known[1]
    if isinstance(what, Sequence):
        items = tuple(imported_value(machine, v) for v in what.items)
        if what.cls.name == "builtins.tuple":
            return what._replace(items=items)
        return machine.allocate(ListObject(what.cls, items, what.rest))
    if isinstance(what, Mapping):
        entries = tuple(Entry(e.key, imported_value(machine, e.value), e.place, e.sure) for e in what.entries)
        return machine.allocate(DictObject(what.cls, entries, what.rest))
    if isinstance(what, Record):
        fields = {n: imported_value(machine, v) for n, v in what.fields}
        return machine.allocate(InstanceObject(what.cls, None, fields, what.rest, what.call))
    return what


def imported_value(machine: Machine, value: Value) -> Value:
    """All possibilities of a value from outside as the run holds them."""
    return tuple(Possible(imported(machine, p.what), p.places, p.under) for p in value)  # type: ignore[arg-type]


def taken(machine: Machine, result: What | tuple[What, ...], given: Iterable[What] = ()) -> Value:
    """The value that a table's answer stands for: one What, or a tuple of alternatives.

    What was `given` itself and comes back is a copy of it, `list(items)` say.
    """
    for what in given:
        if machine.recorded:
            machine.recorded.pop(id(what), None)
    alternatives = cast("tuple[What, ...]", result if type(result) is tuple else (result,))
    return tuple(p for what in alternatives for p in one(imported(machine, what)))
