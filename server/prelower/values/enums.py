"""Enums: their members, as their class makes them."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from prelower.values.classes import find
from prelower.values.machine import Machine
from prelower.values.model import Instance, Known, Possible, Unknown, Value
from prelower.values.objects import Factory, Function, Parameter, Property, UserClass
from prelower.values.possible import one, unknown

if TYPE_CHECKING:
    pass


def enum_members(m: Machine, cls: UserClass) -> tuple[Parameter, ...]:
    """Replace what an enum's names are bound to by its members."""
    found: list[Parameter] = []
    last = 0
    own = any(find(m, cls, name) for name in ("__new__", "_generate_next_value_", "__init__"))
    for name in m.visible(cls.space.number):
        value = m.state.value(cls.space.number, name)
        if value is None or name.startswith("_") or not _is_member(value):
            continue
        value = unknown("a member that the class makes") if own else value
        value, last = _auto(cls, name, value, last)
        first = _same_value(m, cls, found, value)
        if first is not None:  # an alias
            m.state.delta[(cls.space.number, name)] = first
            if isinstance(first[0].what, Unknown):
                found.append(Parameter(name, "both"))
            continue
        m.state.delta[(cls.space.number, name)] = _member(m, cls, name, value)
        found.append(Parameter(name, "both"))
    return tuple(found)


def _same_value(m: Machine, cls: UserClass, members: list[Parameter], value: Value) -> Value | None:
    """The member that has this value already."""
    for parameter in members:
        if any(n == parameter.name and _in_doubt(v) for (c, _), (n, v) in m.members.items() if c == cls.info.name):
            return unknown("a member that may be an alias")
        member = m.state.value(cls.space.number, parameter.name)
        what = member[0].what if member else None
        wanted = value[0].what if len(value) == 1 else None
        if isinstance(what, Instance) and isinstance(wanted, Known) and what.value == wanted.value:
            return member
    return None


def _in_doubt(value: Value) -> bool:
    return len(value) != 1 or isinstance(value[0].what, Unknown)


def _is_member(value: Value) -> bool:
    return not any(isinstance(p.what, (Function, Property, UserClass, Factory)) for p in value)


def _auto(cls: UserClass, name: str, value: Value, last: int) -> tuple[Value, int]:
    what = value[0].what if len(value) == 1 else None
    if isinstance(what, Instance) and what.cls.name == "enum.auto":
        if last < 0:
            return unknown("`auto()` after a value that is no int"), last
        if "enum.StrEnum" in cls.info.mro:
            return (value[0]._replace(what=Known(name.lower())),), last
        flag = "enum.Flag" in cls.info.mro or "enum.IntFlag" in cls.info.mro
        following = 1 if not last else last * 2 if flag else last + 1
        return (value[0]._replace(what=Known(following)),), following
    if isinstance(what, Known) and isinstance(what.value, int):
        return value, what.value
    return value, -1


def _member(m: Machine, cls: UserClass, name: str, value: Value) -> Value:
    what = value[0].what if len(value) == 1 else None
    plain = what.value if isinstance(what, Known) else None
    text = _printed(m, cls, name, plain)
    m.members[(cls.info.name, text)] = (name, value)
    from prelower.values.model import ABSENT

    member = Instance(cls.info, True, plain if isinstance(what, Known) else ABSENT, text)
    return tuple(p._replace(what=member) for p in value[:1])


_FLAG_OPERATORS = {"|": operator.or_, "&": operator.and_, "^": operator.xor}


def combined_flags(m: Machine, sign: str, left: Possible, right: Possible) -> Value | None:
    """What `|`, `&` and `^` make of two members of a Flag; how the result prints is left to the enum."""
    a, b = left.what, right.what
    if sign not in _FLAG_OPERATORS or not isinstance(a, Instance) or not isinstance(b, Instance) or a.cls != b.cls:
        return None
    if not a.cls.derives("enum.Flag") or not isinstance(a.value, int) or not isinstance(b.value, int):
        return None
    value = _FLAG_OPERATORS[sign](a.value, b.value)
    text = str(value) if a.cls.derives("enum.IntFlag") else None
    user = m.classes.get(a.cls.name)
    same = [m.state.value(user.space.number, p.name) for p in user.fields] if user is not None else []
    known = [v for v in same if v and isinstance(v[0].what, Instance) and v[0].what.value == value]
    return known[0] if known else one(Instance(a.cls, True, value, text))


def _printed(m: Machine, cls: UserClass, name: str, plain: object) -> str:
    """What `str(member)` gives: the number or text itself for IntEnum, StrEnum and IntFlag."""
    simple = ("enum.IntEnum", "enum.StrEnum", "enum.IntFlag")
    if plain is not None and any(n in cls.info.mro for n in simple):
        return str(plain)
    return f"{cls.info.name.rsplit('.', 1)[-1]}.{name}"
