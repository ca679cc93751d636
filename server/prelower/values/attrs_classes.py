"""Classes of `attrs`: fields without annotations, converters, defaults made by methods, private names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from prelower.values.model import ARGUMENT, Value
from prelower.values.possible import unknown

if TYPE_CHECKING:
    from prelower.values.given import Given
    from prelower.values.machine import Machine
    from prelower.values.objects import UserClass

_OLD = ("s", "attrs", "attributes")
_NEW = ("define", "frozen", "mutable")


def _style(node: ast.ClassDef) -> str | None:
    """`old` where only what `attr.ib()` makes is a field, `new` where annotations count; None for other classes."""
    for decorator in node.decorator_list:
        callee = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")
        keywords = {k.arg: k.value for k in decorator.keywords} if isinstance(decorator, ast.Call) else {}
        auto = keywords.get("auto_attribs")
        if name in _OLD:
            return "new" if isinstance(auto, ast.Constant) and auto.value is True else "old"
        if name in _NEW:
            return "new"
    return None


def is_attrs(node: ast.ClassDef) -> bool:
    """Whether a class is decorated by `attrs`."""
    return _style(node) is not None


def attrs_fields(m: Machine, cls: UserClass, node: ast.ClassDef) -> list[tuple[str, str]] | None:
    """The fields of a class of `attrs` with their annotations, its converters noted; None for other classes."""
    style = _style(node)
    if style is None:
        return None
    annotated = dict(m.annotations.get(cls.space.number, []))
    made = {}
    for name in m.visible(cls.space.number):
        for possible in m.state.value(cls.space.number, name) or ():
            sites = [p._replace(role=ARGUMENT) for p in possible.places]
            site = next((s for s in sites if s in m.fields_made), None)
            if site is not None:
                made[name] = annotated.get(name, "")
                if (converter := m.fields_made[site]) is not None:
                    m.converters[(cls.info.name, name)] = converter
    bare = style == "old" or any(name not in annotated for name in made)
    return list((made if bare else annotated).items())


def converted(m: Machine, cls: UserClass | None, name: str, value: Value) -> Value:
    """A field's value after the converter that its class has for it."""
    names = cls.info.mro if cls is not None and m.converters else ()
    converter = next((m.converters[(n, name)] for n in names if (n, name) in m.converters), None)
    if converter is None:
        return value
    return m.call(converter, (value,)) or unknown("what a converter makes")


def with_private(m: Machine, cls: UserClass, given: Given) -> Given:
    """The arguments under the fields' own names: `attrs` takes `limit=` for the field `_limit`."""
    names = {p.name for p in cls.fields}
    private = {n.lstrip("_"): n for n in names if n.startswith("_")}
    if not private or private.keys().isdisjoint(given.keywords):
        return given
    keywords = {private.get(k, k) if k not in names else k: a for k, a in given.keywords.items()}
    return given._replace(keywords=keywords)


def makes_field(decorator: ast.expr) -> bool:
    """Whether a decorator is `@limit.default` or `@limit.validator`, of a field of `attrs`."""
    named = isinstance(decorator, ast.Attribute) and decorator.attr in ("default", "validator")
    return named and isinstance(decorator.value, ast.Name)  # type: ignore[attr-defined]


def field_method(m: Machine, node: ast.expr, value: Value) -> Value:
    """What such a decorator makes: the method as it is; the field's default is what it gives."""
    field = node.value if isinstance(node, ast.Attribute) else node
    if isinstance(node, ast.Attribute) and node.attr == "default" and isinstance(field, ast.Name):
        old = m.eval(field)
        places = old[0].places if old else ()
        m.bind(field.id, tuple(p._replace(places=places) for p in unknown(f"what `{field.id}.default` gives")))
    return value
