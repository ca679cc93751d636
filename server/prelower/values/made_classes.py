"""Classes made by calling `type(name, bases, namespace)`."""

from __future__ import annotations

from prelower.values.classes import derive, lineage
from prelower.values.given import Given
from prelower.values.machine import Machine, module_of
from prelower.values.model import Known, Library, Value
from prelower.values.objects import DictObject, Ref, Scope, Thing, UserClass
from prelower.values.possible import one, unknown
from prelower.values.sequences import items_of

_PLAIN = ("plain", "dataclass")


def made_class(m: Machine, given: Given) -> Value:
    """The class that `type(name, bases, namespace)` makes; where it is not known, its bases may be had otherwise."""
    name = _text(given.positional[0].value)
    bases = _bases(m, given.positional[1].value)
    table = _table(m, given.positional[2].value)
    if name is None or bases is None or table is None or given.keywords:
        _doubt_bases(m, given)
        return unknown("a class made at run time")
    module = m.names.get(module_of(m.frame.scope).number, ("__main__", False))[0]
    info = derive(f"{module}.{name}", list(bases), [b.info for b in bases])
    space = Scope(m.fresh(), "class", m.frame.scope)
    for key, value in table.items():
        m.state.delta[(space.number, key)] = value
    first = bases[0] if bases else None
    special = first.special if first is not None else "plain"
    cls = UserClass(info, bases, space, special, first.fields if first else (), False, any(b.frozen for b in bases))
    m.classes[f"{info.name}:{space.number}"] = cls
    m.classes.setdefault(info.name, cls)
    return one(cls)


def _text(value: Value) -> str | None:
    what = value[0].what if len(value) == 1 else None
    return what.value if isinstance(what, Known) and isinstance(what.value, str) else None


def _bases(m: Machine, value: Value) -> tuple[UserClass, ...] | None:
    """The bases where each is a plain class of the user's."""
    found: list[UserClass] = []
    items = items_of(m, value)
    for item in (unknown("bases"),) if items is None else items:
        what = item[0].what if len(item) == 1 else None
        if what == Library("builtins.object"):
            continue
        if not isinstance(what, UserClass) or what.special not in _PLAIN or not what.info.known:
            return None
        found.append(what)
    return tuple(found)


def _table(m: Machine, value: Value) -> dict[str, Value] | None:
    what = value[0].what if len(value) == 1 else None
    thing = m.heap(what) if type(what) is Ref else None
    if not isinstance(thing, DictObject) or thing.rest or not all(e.sure for e in thing.entries):
        return None
    named = {e.key.value: e.value for e in thing.entries if isinstance(e.key, Known)}
    return named if len(named) == len(thing.entries) and not any(str(n).startswith("__") for n in named) else None


def _doubt_bases(m: Machine, given: Given) -> None:
    """A subclass not known may have anything otherwise than its bases."""
    for item in items_of(m, given.positional[1].value) or ():
        for possible in item:
            what: Thing = possible.what
            if isinstance(what, UserClass):
                for cls in lineage(what):
                    _doubt_names(m, cls)
    for argument in given.positional[2:]:
        m.lose(argument.value, "in a class made at run time")


def _doubt_names(m: Machine, cls: UserClass | Library) -> None:
    if isinstance(cls, Library):
        return
    for name in m.visible(cls.space.number):
        value = m.state.value(cls.space.number, name) or ()
        m.state.delta[(cls.space.number, name)] = value + unknown(f"`{name}` may be another in a subclass")
