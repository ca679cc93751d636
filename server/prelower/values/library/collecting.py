"""Builtins that make sets and dicts of what they are given."""

from __future__ import annotations

from prelower.values.classinfo import info, is_ours
from prelower.values.library.iteration import iterate, not_walked
from prelower.values.library.table import Args, Function, Keywords
from prelower.values.model import Absent, Entry, Known, Mapping, What
from prelower.values.plain import Result, of_whats, plain, sequence, single, value_of


def _set(name: str) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        items = iterate(args[0], ordered=False) if args else ()
        if items is None:
            return not_walked(args[0]) or sequence(name, (), rest=True)
        whats = [single(item) for item in items]
        # Of two equal ones the first stays.
        values = {plain(what): what for what in reversed(whats) if what is not None}
        if None in whats or any(isinstance(value, Absent) for value in values):
            return sequence(name, items) if len(items) < 2 else sequence(name, (), rest=True)
        return of_whats(name, [what for what in reversed(list(values.values())) if what is not None])

    return run


def _dict(args: Args, keywords: Keywords) -> Result:
    base = _entries_of(args[0]) if args else Mapping(info("builtins.dict"), ())
    entries = {plain(entry.key): entry for entry in base.entries}
    if any(isinstance(key, Absent) for key in entries) or len(entries) < len(base.entries):
        return Mapping(info("builtins.dict"), (), rest=True)
    for name, what in keywords.items():
        entries[name] = Entry(Known(name), value_of(what), None)
    return Mapping(info("builtins.dict"), tuple(entries.values()), base.rest)


def _entries_of(what: What) -> Mapping:
    """The dict that `dict(what)` makes, of another mapping or of pairs."""
    unknown = Mapping(info("builtins.dict"), (), rest=True)
    if isinstance(what, Mapping):
        return what._replace(cls=info("builtins.dict")) if is_ours(what.cls.name) else unknown
    entries: dict[object, Entry] = {}
    for item in iterate(what) or ((),):
        pair = single(item) if item else None
        parts = iterate(pair) if pair is not None else None
        key = single(parts[0]) if parts is not None and len(parts) == 2 else None
        if key is None or parts is None or isinstance(plain(key), Absent):
            empty = iterate(what) == ()
            return unknown._replace(rest=not empty)
        first = entries.get(plain(key))  # of two equal keys the first one stays
        entries[plain(key)] = Entry(first.key if first else key, parts[1], None)
    return Mapping(info("builtins.dict"), tuple(entries.values()))


def _fromkeys(args: Args, keywords: Keywords) -> Result:
    keys = iterate(args[0]) if args else None
    value = value_of(args[1] if len(args) > 1 else Known(None))
    whats = [single(key) for key in keys or ()]
    entries: dict[object, Entry] = {}
    for key in whats:
        if key is not None:
            entries.setdefault(plain(key), Entry(key, value, None))
    if keys is None or None in whats or any(isinstance(key, Absent) for key in entries):
        return Mapping(info("builtins.dict"), (), rest=True)
    return Mapping(info("builtins.dict"), tuple(entries.values()))


FUNCTIONS: dict[str, Function] = {
    "builtins.set": _set("set"),
    "builtins.frozenset": _set("frozenset"),
    "builtins.dict": _dict,
    "builtins.dict.fromkeys": _fromkeys,
}
