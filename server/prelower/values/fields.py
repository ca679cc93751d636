"""What a class has once its body has run: dataclass and named tuple fields, enum members."""

from __future__ import annotations

import ast

from prelower.values.attrs_classes import attrs_fields, is_attrs
from prelower.values.enums import enum_members
from prelower.values.machine import Machine
from prelower.values.model import Instance, Value
from prelower.values.objects import DictObject, ListObject, Parameter, UserClass, references


def finished(m: Machine, cls: UserClass, node: ast.ClassDef) -> UserClass:
    """The class once its body has run: fields collected, enum members made."""
    if cls.special == "watched":
        return cls._replace(fields=_fields(m, cls, node))
    if cls.special in ("dataclass", "namedtuple"):
        fields = _fields(m, cls, node)
        own = [m.state.value(cls.space.number, name) for name in ("__setattr__", "__delattr__")]
        if cls.decorated and cls.frozen and any(own):
            m.throw("TypeError")
        if cls.decorated and not is_attrs(node) and any(_is_mutable(m, p.default) for p in fields):
            m.throw("ValueError")
        both = [p.default is not None for p in fields if p.kind in ("both", "initvar")]
        if both != sorted(both):  # one without a default behind one that has one
            m.throw("TypeError")
        return cls._replace(fields=fields)
    if cls.special == "enum":
        return cls._replace(fields=enum_members(m, cls))
    return cls


_UNHASHABLE = ("builtins.list", "builtins.dict", "builtins.set")


def _is_mutable(m: Machine, default: Value | None) -> bool:
    """Whether a dataclass takes offence at a field's default."""
    things = [m.heap(ref) for ref in references(default or ())]
    plain = [t for t in things if isinstance(t, (ListObject, DictObject)) and t.cls.name in _UNHASHABLE]
    return bool(default) and len(plain) == len(default or ())


def _annotations(m: Machine, cls: UserClass) -> list[tuple[str, str]]:
    return m.annotations.get(cls.space.number, [])


def _fields(m: Machine, cls: UserClass, node: ast.ClassDef) -> tuple[Parameter, ...]:
    found: dict[str, Parameter] = {}
    for base in reversed(cls.bases):
        if isinstance(base, UserClass):
            found.update({p.name: p for p in base.fields})
    if cls.special in ("dataclass", "watched") and not cls.decorated:
        return tuple(found.values())
    keyword_only = _keyword_only(node)
    made = attrs_fields(m, cls, node)
    for name, annotation in _annotations(m, cls) if made is None else made:
        if "ClassVar" in annotation:
            continue
        if annotation.endswith("KW_ONLY"):
            keyword_only = True
            continue
        default = m.state.value(cls.space.number, name)
        if default is not None and _no_default(default):
            default = None
        named = keyword_only and " kw_only=False" not in annotation or " kw_only=True" in annotation
        kind = "initvar" if "InitVar" in annotation else "keyword" if named else "both"
        kind = "init=False" if " init=False" in annotation else kind
        found[name] = Parameter(name, kind, default)
    ordered = list(found.values())
    return tuple([p for p in ordered if p.kind != "keyword"] + [p for p in ordered if p.kind == "keyword"])


def _keyword_only(node: ast.ClassDef) -> bool:
    for decorator in node.decorator_list:
        for keyword in getattr(decorator, "keywords", []):
            if keyword.arg == "kw_only" and isinstance(keyword.value, ast.Constant):
                return bool(keyword.value.value)
    return False


def _no_default(value: Value) -> bool:
    what = value[0].what if len(value) == 1 else None
    return isinstance(what, Instance) and what.cls.name == "dataclasses.Field"


def is_unhashed(m: Machine, cls: UserClass, node: ast.ClassDef) -> bool:
    """Whether instances surely have no hash: `__eq__` is defined, by hand or by the dataclass, and no `__hash__`."""
    own = m.visible(cls.space.number)
    if "__hash__" in own or not cls.info.known:
        return False
    if not node.decorator_list:
        return cls.special == "plain" and "__eq__" in own
    if cls.special != "dataclass" or not cls.decorated or cls.frozen or len(node.decorator_list) > 1:
        return False
    decorator = node.decorator_list[0]
    given = {k.arg for k in decorator.keywords} if isinstance(decorator, ast.Call) else set()
    return given.isdisjoint({None, "eq", "unsafe_hash", "hash", "frozen", "order", "cmp"})
