"""The instance that a method is run on for its own sake: as `__init__` leaves it, knowing no arguments."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from prelower.values.classes import find
from prelower.values.construct import construct, unstarted
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.meanwhile import STARTING, doubt_meanwhile
from prelower.values.model import Possible, Value
from prelower.values.mutating import MUTATORS
from prelower.values.objects import BoundMethod, Function, InstanceObject, Property, Ref, Thing, UserClass
from prelower.values.possible import one, unknown

_ASSIGNED = re.compile(r"\.([^\W\d]\w*)\s*(?::[^=\n]*)?(?:[-+*/%&|^@]|//|\*\*|<<|>>)?=(?!=)")
_UNPACKED = re.compile(r"^[ \t]*([\w.\[\]()*, \t]+)=(?!=)", re.M)
_CALLED = re.compile(r"\w\(")
_BOUND = re.compile(r"\b(?:for|as)\s+([\w.,()\[\]* \t]*\.[\w.,()\[\]* \t]*?)(?:\bin\b|:)|\bdel\s+([^\n#]+)")
"""What `for`, `with` and `del` bind or take away."""
_SET = re.compile(r"\b(?:setattr|__setattr__)\(\s*[^,\n]+,\s*[\"']([^\W\d]\w*)[\"']")
_ITEM_OF = re.compile(
    r"\.([^\W\d]\w*)(?:(?:[ \t]*\[[^\]\n]*\])+[ \t]*(?:[-+*/%&|^@]|//|\*\*|<<|>>)?=(?!=)"
    rf"|(?:\[[^\]\n]*\])*\.(?:{'|'.join(sorted(MUTATORS))})\()"
)
_ATTRIBUTE = re.compile(r"\.([^\W\d]\w*)")


def receiver_for(m: Machine, function: Function) -> Value | None:
    """The first argument of a method; None for a static method."""
    assert function.owner is not None
    cls = m.classes.get(function.owner.info.name, function.owner)
    wrapped = find(m, cls, function.name) or ()
    things: list[Thing] = [p.what for p in wrapped]
    kinds = {t.kind for t in things if isinstance(t, Property)}
    if "staticmethod" in kinds:
        return None
    if "classmethod" in kinds or function.name in ("__new__", "__init_subclass__", "__class_getitem__"):
        return one(cls)
    if cls.special in ("enum", "value", "container", "typeddict", "lost"):
        return unknown(f"`self` of `{cls.info.name}`")
    calls, quiet = len(m.calls), m.quiet
    started_by_it = function.name in STARTING
    value = unstarted(m, cls, function.name) if started_by_it else construct(m, cls, Given(more=True, more_named=True))
    del m.calls[calls:]
    m.quiet = quiet
    return loosened(m, value, function, cls)


def _overridden(m: Machine, cls: UserClass, ref: Ref) -> dict[str, Value]:
    """Class attributes and methods that a subclass in the file has otherwise."""
    found: dict[str, Value] = {}
    for other in list(m.classes.values()):
        if other.info.name == cls.info.name or cls.info.name not in other.info.mro:
            continue
        for name in m.visible(other.space.number):
            value = find(m, cls, name)
            if value is not None and name not in STARTING:
                bound = tuple(_bound(p, ref) for p in value if not isinstance(p.what, Property))
                found[name] = bound + unknown(f"`{name}` is something else in `{other.info.name}`")
    return found


def _bound(member: Possible, ref: Ref) -> Possible:
    what: Thing = member.what
    return Possible(BoundMethod(what, Possible(ref))) if isinstance(what, Function) else member  # type: ignore[arg-type]


def loosened(m: Machine, value: Value, function: Function, cls: UserClass) -> Value:
    """Fields that anything but `__init__` assigns may be something else by now."""
    what = value[0].what if len(value) == 1 else None
    thing = m.heap(what) if type(what) is Ref else None
    if type(what) is not Ref or not isinstance(thing, InstanceObject):
        return unknown("`self`")
    assigned = _assigned(m, function.unit.path)
    fields = {**_overridden(m, cls, what)}
    elsewhere = m.world.outside.get(function.unit.path)
    changed = _changed_by_others(m, function.unit.path, cls)
    for name, held in thing.fields.items():
        again = assigned.get(name, 0) > 1 or name in changed or elsewhere is not None and name in elsewhere.rebound
        fields[name] = held + unknown(f"`{name}` is assigned in several places") if again else held
    m.store(what, thing._replace(fields=fields, rest=True))
    if function.name not in STARTING:
        doubt_meanwhile(m, cls, what, function)
    return value


def _changed_by_others(m: Machine, path: str, cls: UserClass) -> set[str]:
    """The attributes of which a file changes an item, or calls a changing method, but in the class's own methods."""
    text = m.world.text(path) or ""
    found = _items_changed(text).copy()
    lines = text.split("\n") if found else []
    for method in m.defined if found else ():
        if method.owner is not None and method.owner.info.name in cls.info.mro and method.unit.path == path:
            first, last = method.unit.line + method.node.lineno - 1, method.unit.line + (method.node.end_lineno or 0)
            found -= Counter(_ITEM_OF.findall("\n".join(lines[first:last])))
    return set(found)


@lru_cache(64)
def _items_changed(text: str) -> Counter[str]:
    return Counter(_ITEM_OF.findall(text))


def assigned_in(m: Machine, path: str) -> frozenset[tuple[str, int]]:
    """What of a file's text counts for methods: which attributes are assigned in it, and how often."""
    return frozenset(_assigned(m, path).items()) if m.classes else frozenset()


def _assigned(m: Machine, path: str) -> dict[str, int]:
    if path not in m.assigned:
        m.assigned[path] = _counts(m.world.text(path) or "")
    return m.assigned[path]


def _counts(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    several = [t for t in _UNPACKED.findall(text) if "," in t and not _CALLED.search(t)]
    bound = [t for pair in _BOUND.findall(text) for t in pair]
    for name in (
        *_ASSIGNED.findall(text),
        *_SET.findall(text),
        *(n for t in (*several, *bound) for n in _ATTRIBUTE.findall(t)),
    ):
        found[name] = found.get(name, 0) + 1
    return found
