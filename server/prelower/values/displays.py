"""Displays and literals: constants, tuples, lists, sets, dicts, f-strings, lambdas."""

from __future__ import annotations

import ast

from prelower.values import render
from prelower.values.classinfo import info
from prelower.values.combining import combine
from prelower.values.dicts import fixed, hashed, key_of, merged, put, slot
from prelower.values.export import exported, taken
from prelower.values.machine import Machine
from prelower.values.model import ITEM, MADE, Entry, Instance, Known, Library, Possible, Sequence, Unknown, Value, What
from prelower.values.objects import DictObject, ListObject
from prelower.values.possible import one, through, unknown
from prelower.values.registry import expression
from prelower.values.sequences import LONG, items_of, no_mapping, not_iterable

PIECES = 16


@expression(ast.Constant)
def constant(m: Machine, node: ast.Constant) -> Value:
    """The value of a literal."""
    return one(Known(node.value), (m.place(node, MADE),))


@expression(ast.Tuple)
def tuple_(m: Machine, node: ast.Tuple) -> Value:
    """`(a, b)`."""
    items, rest = _elements(m, node.elts)
    return one(Sequence(info("builtins.tuple"), items, rest), (m.place(node, MADE),))


@expression(ast.List, ast.Set)
def list_(m: Machine, node: ast.List | ast.Set) -> Value:
    """`[a, b]` and `{a, b}`."""
    items, rest = _elements(m, node.elts)
    cls = info("builtins.list" if isinstance(node, ast.List) else "builtins.set")
    if isinstance(node, ast.Set):
        items, rest = distinct(m, items, rest)
    return one(m.allocate(ListObject(cls, items, rest)), (m.place(node, MADE),))


def distinct(m: Machine, items: tuple[Value, ...], rest: bool = False) -> tuple[tuple[Value, ...], bool]:
    """The items of a set, each once, and whether there may be more: none are known where some are in doubt."""
    found: dict[object, Value] = {}
    for item in items:
        hashed(m, item)
        what = exported(m, item[0].what) if len(item) == 1 else None
        if not isinstance(what, (Known, Instance, Library)) or isinstance(what, Instance) and not what.exact:
            for held in items:
                m.lose(held, "in a set that is not all known")
            return (), True
        found.setdefault(what.value if isinstance(what, Known) else what, item)
    return tuple(found.values()), rest


def _elements(m: Machine, nodes: list[ast.expr]) -> tuple[tuple[Value, ...], bool]:
    items: list[Value] = []
    rest = False
    for node in nodes:
        if not isinstance(node, ast.Starred):
            inside: tuple[Value, ...] | None = (through(m.eval(node), m.place(node, ITEM)),)
        else:
            value = m.consume(node.value)
            inside = items_of(m, value)
            if not_iterable(m, value):
                m.throw("TypeError")
            elif inside is None:
                m.mark()
        for item in (inside or ()) if rest else ():
            m.lose(item, "behind items that are not known")
        items.extend(() if rest else inside or ())
        rest = rest or inside is None
        if rest is False and len(items) > LONG and any(isinstance(n, ast.Starred) for n in nodes):
            for item in items:
                m.lose(item, "in more items than are followed")
            items, rest = [], True
    return tuple(items), rest


@expression(ast.Dict)
def dict_(m: Machine, node: ast.Dict) -> Value:
    """`{key: value, **other}`."""
    table = DictObject(info("builtins.dict"), ())
    entries: dict[object, Entry] = {}
    for key, item in zip(node.keys, node.values):
        if key is None:
            other = m.eval(item)
            table = merged(m, table._replace(entries=tuple(entries.values())), other)
            if no_mapping(m, other):
                m.throw("TypeError")
            elif table.rest:
                m.mark()
        else:
            at = m.eval(key)
            value = through(m.eval(item), m.place(item, ITEM))
            hashed(m, at)
            if len(at) == 1 and fixed(what := key_of(m, at[0])):
                old = entries.get(slot(what))
                entries[slot(what)] = Entry(old.key if old else what, value, m.place(item, ITEM))
                continue
            table = put(m, table._replace(entries=tuple(entries.values())), at, value, m.place(item, ITEM))
        entries = {slot(entry.key): entry for entry in table.entries}
    table = table._replace(entries=tuple(entries.values()))
    return one(m.allocate(table), (m.place(node, MADE),))


@expression(ast.JoinedStr)
def f_string(m: Machine, node: ast.JoinedStr) -> Value:
    """`f"{a}b"`: its text where all pieces are known, else some str."""
    result: Value = one(Known(""))
    for piece in node.values:
        result = combine(result, m.eval(piece), lambda a, b: one(_glued(a.what, b.what)))
    return through(result, m.place(node, MADE)) if result else one(Instance(info("builtins.str")))


def _glued(left: What, right: What) -> What:
    if isinstance(left, Known) and isinstance(right, Known) and len(str(left.value)) < 4096:
        return Known(f"{left.value}{right.value}")
    return Instance(info("builtins.str"))


@expression(ast.FormattedValue)
def formatted(m: Machine, node: ast.FormattedValue) -> Value:
    """One `{value!conversion:spec}` of an f-string."""
    value = m.eval(node.value)
    spec = m.eval(node.format_spec) if node.format_spec else one(Known(""))
    conversion = chr(node.conversion) if node.conversion >= 0 else ""
    if len(value) > PIECES:
        return one(Instance(info("builtins.str")))

    def piece(a: Possible, b: Possible) -> Value:
        if not isinstance(b.what, Known):
            return one(Instance(info("builtins.str")))
        made = render.formatted(exported(m, a.what), b.what.value, conversion)
        return taken(m, Instance(info("builtins.str")) if isinstance(made, Unknown) else made)

    return combine(value, spec, piece) or one(Instance(info("builtins.str")))


@expression(ast.Starred)
def starred(m: Machine, node: ast.Starred) -> Value:
    """A star where no handler of the whole expects it."""
    m.eval(node.value)
    return unknown("an unpacked value")
