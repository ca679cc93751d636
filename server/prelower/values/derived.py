"""Instances of the user's classes that derive from a watched one: its fields, and those that dataclasses add to it."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from prelower.values.classes import PLAIN_BASES, find, lineage
from prelower.values.given import Given
from prelower.values.handing import by_way_of
from prelower.values.machine import Machine, module_of
from prelower.values.model import Argument, Derived, Library, Value
from prelower.values.objects import InstanceObject, Ref, UserClass
from prelower.values.parameters import parameters_of
from prelower.values.possible import one, unknown

_OWN = ("__init__", "__new__", "__post_init__", "__setattr__", "__getattribute__")
"""Methods with which an instance holds something else than what it is given."""
_OTHER_FIELDS = ("pallas.GridSpec", "tpu.PrefetchScalarGridSpec")
"""Classes whose fields are not their parameters."""


def is_plainly_decorated(m: Machine, node: ast.ClassDef) -> bool:
    """Whether all that is asked of the decorators that make a dataclass is known: an `__init__` of its own."""
    for decorator in node.decorator_list:
        callee = decorator.func if isinstance(decorator, ast.Call) else decorator
        value = m.eval(callee)
        what = value[0].what if len(value) == 1 else None
        given = {k.arg: k.value for k in decorator.keywords} if isinstance(decorator, ast.Call) else {}
        if not isinstance(what, Library) or what.name != "dataclasses.dataclass":
            return False
        if None in given or any(
            not isinstance(given.get(n, ast.Constant(1)), ast.Constant) for n in ("init", "kw_only")
        ):
            return False
        if "init" in given and not given["init"].value:  # type: ignore[attr-defined]
            return False
    return True


def follows(m: Machine, cls: UserClass) -> bool:
    """Whether instances are made as the watched class makes them, or as a dataclass derived from it does."""
    if any(find(m, cls, name) is not None for name in _OWN):
        return False
    family = lineage(cls)
    bases = [b for b in family if isinstance(b, Library) and b.name not in PLAIN_BASES]
    others = any(isinstance(b, UserClass) and b.special not in ("watched", "plain") for b in family)
    made = any(isinstance(b, UserClass) and b.decorated for b in family)
    watched = m.world.library.watched(bases[0].name) if len(bases) == 1 else None
    return watched is not None and not others and not (made and watched.target in _OTHER_FIELDS)


def derived_instance(m: Machine, cls: UserClass, given: Given) -> Value:
    """What such a class gives: what the watched one would, and its own fields beside."""
    base = next(b for b in lineage(cls) if isinstance(b, Library) and b.name not in PLAIN_BASES)
    watched = m.world.library.watched(base.name)
    maker = next((b for b in lineage(cls) if isinstance(b, UserClass) and b.decorated), None)
    if maker is None or watched is None:
        return m.invoke(m, one(base), given)
    named = _named(maker, tuple(n for n in watched.parameters if n not in watched.keyword_only), given)
    if named is None:
        return unknown(f"an instance of `{cls.info.name}`, which is given too much")
    own = {p.name for p in maker.fields if p.kind != "init=False"} - set(watched.parameters)
    kept = {n: a for n, a in named.keywords.items() if n not in own}
    rest = named._replace(keywords=kept)
    made = m.invoke(m, one(base), rest if given.positional else _with_defaults(m, maker, watched.parameters, rest))
    _add(m, made, Derived(_qualified(m, maker), frozenset(own)), _held(maker, named))
    return made


def _named(maker: UserClass, places: tuple[str, ...], given: Given) -> Given | None:
    """What is given, with what comes by position for a field of the class's own by its name; None where it is more."""
    surplus = given.positional[len(places) :]
    taking = [p.name for p in maker.fields if p.kind in ("both", "initvar") and p.name not in places]
    if len(surplus) > len(taking):
        return None
    keywords = {**given.keywords, **dict(zip(taking, surplus))}
    return given._replace(positional=given.positional[: len(places)], keywords=keywords)


def _with_defaults(m: Machine, maker: UserClass, parameters: tuple[str, ...], given: Given) -> Given:
    """What is given, and the defaults that a dataclass on the way has set."""
    if given.more_named:
        return given
    found = {name: find(m, maker, name) for name in parameters if name not in given.keywords}
    own = {n: Argument(by_way_of(v, given.site), v[0].places[-1]) for n, v in found.items() if v and v[0].places}
    return given._replace(keywords={**given.keywords, **own})


def _held(maker: UserClass, given: Given) -> dict[str, Value]:
    """The fields of the class's own, as an instance has them."""
    fields = [p.name for p in maker.fields if p.kind != "initvar"]
    doubt = "which its class may make anew"
    return {n: given.keywords[n].value if n in given.keywords else unknown(f"field `{n}`, {doubt}") for n in fields}


def _add(m: Machine, made: Value, derived: Derived, fields: Mapping[str, Value]) -> None:
    """Put the fields into what was made, and write down in its call which class made it."""
    ref = made[0].what if len(made) == 1 else None
    thing = m.heap(ref) if type(ref) is Ref else None
    if type(ref) is Ref and isinstance(thing, InstanceObject) and thing.call is not None:
        m.store(ref, thing._replace(fields={**fields, **thing.fields}))
        note(m, thing.call, derived)


def note(m: Machine, number: int, derived: Derived | None) -> None:
    """Write down in the last call, if it is the one of that number, which class of the user's made it."""
    if m.calls and m.calls[-1].number == number:
        m.calls[-1] = m.calls[-1]._replace(derived=derived)


def _qualified(m: Machine, cls: UserClass) -> str:
    """The class's name as Python shows it."""
    module = m.names.get(module_of(cls.space).number, ("__main__", False))[0]
    return cls.info.name.removeprefix(f"{module}.")


def without_own(m: Machine, call: int, changes: Given) -> tuple[Given, Derived | None]:
    """Changes for a copy without those of fields that the user's class has added, and that class."""
    base = next((c for c in m.calls if c.number == call), None)
    derived = base.derived if base else None
    if derived is None:
        return changes, None
    return changes._replace(keywords={n: a for n, a in changes.keywords.items() if n not in derived.own}), derived


def class_fields(m: Machine, cls: UserClass) -> tuple[str, ...] | None:
    """The names of the dataclass fields of such a class; None where they are not known."""
    bases = [b for b in lineage(cls) if isinstance(b, Library) and b.name not in PLAIN_BASES]
    names = library_fields(m, bases[0].name) if len(bases) == 1 else None
    return (
        None if names is None else tuple(dict.fromkeys((*names, *(p.name for p in cls.fields if p.kind != "initvar"))))
    )


def library_fields(m: Machine, name: str) -> tuple[str, ...] | None:
    """The names of the dataclass fields of a watched class."""
    watched = m.world.library.watched(name)
    return None if watched is None or watched.target in _OTHER_FIELDS else parameters_of(m, one(Library(name)))


def instance_fields(m: Machine, thing: InstanceObject) -> tuple[str, ...] | None:
    """The names of the dataclass fields of what a watched call has made."""
    names = library_fields(m, thing.cls.name)
    base = next((c for c in m.calls if c.number == thing.call), None)
    if names is None or base is None:
        return None
    return (*names, *sorted(base.derived.own)) if base.derived else names
