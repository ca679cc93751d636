"""Draws expressions: forms with their places filled."""

from __future__ import annotations

import re
from collections.abc import Callable

from .draw import Draw, kind_of
from .forms import FORMS

WANTED = {
    "int": 30, "float": 22, "bool": 7, "str": 8, "none": 4, "list": 9, "dict": 9, "tuple": 5, "set": 2, "object": 2,
}  # fmt: skip
PLACE = re.compile(r"\$(?:(\w+)|\{(\w+)\})")
OPTIONS = {
    "op": ("<", ">", "<=", ">=", "==", "!="),
    "type": ("int", "float", "str", "dict", "(int, float)", "list", "bool"),
    "plain": ("int", "float", "str"),
    "attr": ("size", "append", "items", "limit"),
    "at": ("0", "0", "-1", "1"),
    "error": ("ValueError", "TypeError", "KeyError", "ZeroDivisionError", "IndexError", "AttributeError"),
    "annotation": ("int", "float", "object"),
    "binary": ("add", "radd", "mul", "sub", "eq", "lt", "or", "contains", "truediv", "floordiv", "matmul", "rsub"),
}


def expr(d: Draw, kind: str | None = None, depth: int = 2) -> str:
    """An expression, of a kind if one is wanted."""
    kind = kind or d.weighted(WANTED)
    atoms = d.atoms(kind)
    if atoms and d.chance(0.45 if depth else 0.75):
        return d.pick(atoms)[0]
    leaf = "leaf " + kind
    if leaf in FORMS and (not depth or kind not in FORMS or (depth < 3 and d.chance(0.3) and kind in LEAFY)):
        return form(d, leaf)
    if kind not in FORMS or not depth:
        return d.pick(atoms)[0] if atoms else expr(d, "int", 0)
    if d.chance(0.1):
        return anything(d, kind, depth - 1)
    return form(d, kind, depth - 1)


LEAFY = ("int", "float", "bool", "str", "none")


def form(d: Draw, name: str, depth: int = 1, /, **given: str) -> str:
    """A form of that name, its places filled."""
    forms, weights = FORMS[name]
    return filled(d, d.random.choices(forms, weights)[0], depth, given)


def filled(d: Draw, text: str, depth: int, given: dict[str, str]) -> str:
    """A form with its places filled."""
    return PLACE.sub(lambda found: _place(d, found[1] or found[2], depth, given), text)


def _place(d: Draw, place: str, depth: int, given: dict[str, str]) -> str:
    if place in given:
        value = given[place]
        return expr(d, value[1:], depth) if value[:1] == "=" else value
    if place in OPTIONS:
        return d.pick(OPTIONS[place])
    if place in PLACES:
        return PLACES[place](d, depth)
    kind = place.rstrip("0")
    if kind in WANTED or kind == "any":
        return expr(d, None if kind == "any" else kind, 0 if place[-1] == "0" else depth)
    return d.pick(place)


def anything(d: Draw, kind: str, depth: int) -> str:
    """An expression of any kind by a form that all have."""
    calls = [n for n in d.functions if kind_of(d.sample.get(n)) == "function"]
    if calls and d.chance(0.35):
        return called(d, d.pick(calls), depth)
    return form(d, "any", depth, same="=" + kind)


def called(d: Draw, function: str, depth: int) -> str:
    """A call of a function of the program."""
    return f"{function}({arguments(d, d.functions[function], depth)})"


def arguments(d: Draw, parameters: list[tuple[str, str, object]], depth: int = 1) -> str:
    """Arguments for these parameters, by position or name."""
    positional: list[str] = []
    named: list[str] = []
    by_name = d.chance(0.2)
    for name, how, value in parameters:
        if how == "star":
            positional += [] if by_name else [expr(d, "int", 0) for _ in range(d.random.randrange(3))]
        elif how == "double":
            named += [f"{d.pick(['extra', 'more'])}={expr(d, None, 0)}"] if d.chance(0.6) else []
        elif how == "default" and d.chance(0.45):
            by_name = True
        else:
            text = expr(d, kind_of(value) if d.chance(0.9) else None, depth)
            if how == "keyword" or by_name:
                named.append(f"{name}={text}")
            else:
                positional.append(text)
    return _joined(d, positional, named)


def _joined(d: Draw, positional: list[str], named: list[str]) -> str:
    if positional and d.chance(0.08):
        positional = [f"*[{', '.join(positional)}]"]
    if named and d.chance(0.15):
        named = [f"**dict({', '.join(named)})"]
    return ", ".join((*positional, *named))


def condition(d: Draw, depth: int = 1) -> str:
    """A test; one that nobody can decide at times."""
    return form(d, "test unknown" if d.unknowns and d.chance(0.35) else "bool", depth)


def _made(d: Draw, depth: int) -> str:
    """An object of one of the program's classes."""
    names = [n for n in d.classes if n in d.sample]
    if not names:
        return f"SimpleNamespace(limit={expr(d, None, depth)})"
    name = d.pick(names)
    return f"{name}({arguments(d, d.classes[name], 0)})"


def _loose(d: Draw, depth: int) -> str:
    """Something that can be changed by who gets it."""
    kinds = ("list", "dict", "set", "object", "class", "function")
    found = [t for kind in kinds for t, _ in d.atoms(kind) if t not in d.reserved]
    return d.pick(found) if found else expr(d, "list", 0)


def _box(d: Draw, depth: int) -> str:
    return expr(d, d.pick(["list", "dict", "tuple", "set"]), 0)


PLACES: dict[str, Callable[[Draw, int], str]] = {
    "atom": lambda d, depth: d.pick(d.atoms() or [("1", 1)])[0],
    "name": lambda d, depth: d.pick(d.names() or ["pltpu"]),
    "test": lambda d, depth: condition(d, 0),
    "key": lambda d, depth: form(d, "leaf key"),
    "new": lambda d, depth: d.fresh("v"),
    "to": lambda d, depth: d.target(),
    "box": _box,
    "made": _made,
    "loose": _loose,
    "hash": lambda d, depth: expr(d, d.pick(["int", "str", "float"]), 1),
    "items": lambda d, depth: ", ".join(expr(d, None, depth) for _ in range(d.random.randrange(4))),
    "pairs": lambda d, depth: ", ".join(
        f"{form(d, 'leaf key')}: {expr(d, None, depth)}" for _ in range(d.random.randrange(4))
    ),
}
