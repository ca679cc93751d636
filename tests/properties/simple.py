"""Draws simple statements: assignments, changes in place, calls, sinks."""

from __future__ import annotations

from collections.abc import Callable

from .draw import Draw, kind_of
from .expressions import called, condition, expr, form

Lines = list[str]
OPERATORS = ("+", "-", "*", "/", "//", "%", "&", "|", "<<", "**")
OPERATOR_OF = {"str": "+", "list": "+", "dict": "|", "set": "|", "tuple": "+"}
CHANGED = ("list", "dict", "set", "object")


def sunk(value: str) -> str:
    """The line that gives a value to JAX."""
    return f"pltpu.CompilerParams(vmem_limit_bytes={value})"


def sink(d: Draw) -> Lines:
    """A value is given to JAX."""
    atoms = d.atoms()
    return [sunk(d.pick(atoms)[0] if atoms and d.chance(0.8) else expr(d))]


def assign(d: Draw) -> Lines:
    """`name = value` in its many forms."""
    return [form(d, "assign", 2)]


def free(d: Draw) -> list[str]:
    """Variables that may be bound anew."""
    return [n for n in d.names() if n not in d.reserved and kind_of(d.sample[n]) not in ("class", "function")]


def swap(d: Draw) -> Lines:
    """`a, b = b, a`."""
    names = free(d)
    if len(names) < 2:
        return assign(d)
    a, b = d.pick(names), d.pick(names)
    return [f"{a}, {b} = {b}, {a}"]


def changeable(d: Draw, kind: str) -> list[str]:
    """What may stand to the left of `+=` and is of a kind."""
    return [t for t, _ in d.atoms(kind) if t not in d.reserved and ".get(" not in t]


def augment(d: Draw) -> Lines:
    """`target += value`."""
    kind = d.pick(["int", "int", "float", "str", "list", "dict", "set", "tuple"])
    atoms = changeable(d, kind)
    if not atoms:
        return assign(d)
    operator = OPERATOR_OF.get(kind) or d.pick(OPERATORS)
    value = d.pick("123") if operator in ("<<", "**") else expr(d, kind if d.chance(0.8) else "float", 1)
    return [f"{d.pick(atoms)} {operator}= {value}"]


def alias(d: Draw) -> Lines:
    """A second name for an object, and a change through one of them."""
    boxes = d.atoms("list") + d.atoms("dict") + d.atoms("object")
    if not boxes:
        return assign(d)
    old, new = d.pick(boxes)[0], d.fresh("w")
    d.run([f"{new} = {old}"])
    return [f"{new} = {old}", *change(d, d.pick([new, new, old]))]


def change(d: Draw, name: str | None = None) -> Lines:
    """A list, dict, set or object is changed in place."""
    boxes = [t for kind in CHANGED for t, _ in d.atoms(kind) if t not in d.reserved]
    if name is None and not boxes:
        return assign(d)
    name = name or d.pick(boxes)
    value = d.value(name)
    kind = kind_of(value)
    if kind == "object":
        return [_change_object(d, name, value)]
    return [form(d, "change " + kind, x=name)] if kind in CHANGED else assign(d)


def _change_object(d: Draw, x: str, value: object) -> str:
    names = [n for n in getattr(value, "__dict__", {}) if isinstance(n, str) and n.isidentifier() and n[0] != "_"]
    methods = [m for m, f in vars(type(value)).items() if m in d.functions and callable(f)]
    if methods and d.chance(0.4):
        method = d.pick(methods)
        return f"{d.fresh('v')} = " + called(d, method, 1).replace(method, f"{x}.{method}", 1)
    return form(d, "change object", x=x, field=d.pick([*names, "extra"]))


def delete(d: Draw) -> Lines:
    """`del name`, with the name bound anew or looked for."""
    names = [n for n in free(d) if n.startswith("v")]
    if not names or d.inside:
        return assign(d)
    x = d.pick(names)
    looked_for = ["try:", f"    {x}", "except NameError:", f"    {x} = {expr(d)}"]
    return [f"del {x}", *d.pick([[f"{x} = {expr(d)}"], looked_for])]


def asserted(d: Draw) -> Lines:
    """`assert test`."""
    return [f"assert {condition(d)}" + d.pick(["", ", 'no'"])]


def unknown_hands(d: Draw) -> Lines:
    """Something unknown is given what the program has."""
    return [form(d, "unknown hands")] if d.unknowns else change(d)


def call(d: Draw) -> Lines:
    """A function of the program is called."""
    names = [n for n in d.functions if kind_of(d.sample.get(n)) == "function" and not n.startswith("manage")]
    if not names:
        return assign(d)
    name = d.pick(names)
    text = called(d, name, 2)
    if name.startswith("gen"):
        return form(d, "drain", call=text).split("; ")
    if d.chance(0.1):
        part = d.fresh("v")
        return [f"{part} = functools.partial({name})", f"{d.fresh('v')} = {text.replace(name, part, 1)}"]
    return [form(d, "called", call=text)]


def use(d: Draw) -> Lines:
    """An object of the program's meets an operator or a builtin."""
    objects = [t for t, _ in d.atoms("object")]
    return [form(d, "use", x=d.pick(objects))] if objects else assign(d)


SIMPLE: dict[Callable[[Draw], Lines], float] = {
    assign: 22, swap: 1, augment: 8, alias: 6, change: 12, delete: 1, asserted: 1, unknown_hands: 7, call: 12, use: 6,
    sink: 8,
}  # fmt: skip
