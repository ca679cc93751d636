"""Regular expressions on the release of JAX, as `re.match(r"(\\d+)\\.(\\d+)", jax.__version__)` takes it apart."""

from __future__ import annotations

import re

from prelower.values.classinfo import info
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Known, Library, Value
from prelower.values.objects import InstanceObject, Scope, UserClass
from prelower.values.possible import NONE, one, unknown
from prelower.values.sequences import list_of, tuple_of
from prelower.values.special import Special, special

LONGEST = 20
"""Longer texts are left alone: a pattern may take its time."""
_MATCHES = ("match", "search", "fullmatch")
_LISTS = ("findall", "split")


def _run(name: str) -> Special:
    def run(m: Machine, given: Given) -> Value:
        from prelower.values.calls import by_tables

        made = _of_release(m, name, given)
        if made is None:
            made = by_tables(m, Library(f"re.{name}"), given)
        return unknown(f"what `re.{name}` gives") if made is None else made

    return run


for _name in (*_MATCHES, *_LISTS):
    special(f"re.{_name}")(_run(_name))


def _of_release(m: Machine, name: str, given: Given) -> Value | None:
    """What a function of `re` gives for the release of JAX; None for every other text."""
    texts = [_known(argument.value) for argument in given.positional]
    if len(texts) != 2 or given.keywords or given.more or given.more_named or texts[1] != m.world.library.version:
        return None
    pattern, text = texts
    if pattern is None or text is None or len(text) > LONGEST:
        return None
    if name in _MATCHES:
        return _match(m, name, pattern, text)
    try:
        found = getattr(re, name)(pattern, text)
    except re.error:
        return None
    return list_of(m, tuple(_group(m, each) for each in found))


def _known(value: Value) -> str | None:
    what = value[0].what if len(value) == 1 else None
    return what.value if isinstance(what, Known) and isinstance(what.value, str) else None


def _found(name: str, pattern: str, text: str) -> re.Match[str] | None:
    try:
        found: re.Match[str] | None = getattr(re, name)(pattern, text)
    except re.error:
        return None
    return found


def _match(m: Machine, name: str, pattern: str, text: str) -> Value:
    found = _found(name, pattern, text)
    if found is None:
        return NONE
    cls = info("re.Match")
    fields = {"string": one(Known(text)), "*kind": one(Known(name)), "*pattern": one(Known(pattern))}
    user = UserClass(cls, (), Scope(-7, "class", None), "match")
    return one(m.allocate(InstanceObject(cls, user, fields)))


def _group(m: Machine, group: object) -> Value:
    if isinstance(group, tuple):
        return tuple_of(tuple(_group(m, each) for each in group))
    return one(Known(group))


def match_method(m: Machine, thing: InstanceObject, name: str, given: Given) -> Value:
    """What a method of such a match gives."""
    kind, pattern, text = (_known(thing.fields[n]) for n in ("*kind", "*pattern", "string"))
    found = _found(kind or "", pattern or "", text or "")
    whats = [a.value[0].what for a in given.positional if len(a.value) == 1]
    keys = [what.value for what in whats if isinstance(what, Known)]
    plain = not given.keywords and not given.more and len(keys) == len(given.positional)
    if found is None or not plain:
        return unknown(f"what `{name}` of a match gives")
    if name == "groups" and not keys:
        return _group(m, found.groups())
    if name in ("group", "__getitem__"):
        try:
            return _group(m, found.group(*keys))
        except (IndexError, TypeError):
            m.throw("IndexError")
    return unknown(f"what `{name}` of a match gives")
