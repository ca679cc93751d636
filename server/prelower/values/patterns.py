"""Patterns of `match`: whether a value matches one, and what its names are bound to."""

from __future__ import annotations

import ast

from prelower.syntax.walking import walk
from prelower.values import truth
from prelower.values.classinfo import info
from prelower.values.dicts import entry_at, key_of, slot
from prelower.values.export import exported
from prelower.values.machine import Machine
from prelower.values.model import BOUND, Known, Sequence, Value
from prelower.values.objects import DictObject, Function, InstanceObject, ListObject, Ref, UserClass
from prelower.values.possible import one, through, union, unknown
from prelower.values.sequences import items_of, list_of

Holds = "bool | None"


def matches(m: Machine, pattern: ast.pattern, value: Value, source: ast.AST) -> bool | None:
    """Whether a value matches a pattern (None: perhaps); its names are bound as if it does."""
    if isinstance(pattern, ast.MatchValue):
        return _all([_equal(m, p, pattern.value) for p in value])
    if isinstance(pattern, ast.MatchSingleton):
        return _all([_same(m, p, pattern.value) for p in value])
    if isinstance(pattern, ast.MatchAs):
        return _as(m, pattern, value, source)
    if isinstance(pattern, ast.MatchOr):
        return _or(m, pattern, value, source)
    if isinstance(pattern, ast.MatchSequence):
        return _sequence(m, pattern, value, source)
    if isinstance(pattern, ast.MatchClass):
        return _class(m, pattern, value, source)
    if isinstance(pattern, ast.MatchMapping):
        return _mapping(m, pattern, value, source)
    return _lost(m, pattern, value)


def _all(answers: list[bool | None]) -> bool | None:
    return answers[0] if answers and all(a is answers[0] for a in answers) else None


def _equal(m: Machine, possible, node: ast.expr) -> bool | None:  # type: ignore[no-untyped-def]
    other = m.eval(node)
    if len(other) != 1:
        return None
    return truth.truth(truth.compare("==", exported(m, possible.what), exported(m, other[0].what)))


def _same(m: Machine, possible, constant: object) -> bool | None:  # type: ignore[no-untyped-def]
    return truth.truth(truth.compare("is", exported(m, possible.what), Known(constant)))


def _as(m: Machine, pattern: ast.MatchAs, value: Value, source: ast.AST) -> bool | None:
    holds: bool | None = True
    if pattern.pattern is not None:
        holds = matches(m, pattern.pattern, value, source)
    if pattern.name is not None:
        m.bind(pattern.name, through(value, m.place(source, BOUND)))
    return holds


def _or(m: Machine, pattern: ast.MatchOr, value: Value, source: ast.AST) -> bool | None:
    answers = [matches(m, option, value, source) for option in pattern.patterns]
    for name in _names(pattern):
        m.bind(name, unknown("bound by one of several patterns"))
    if any(a is True for a in answers):
        return True
    return False if all(a is False for a in answers) else None


def _names(pattern: ast.pattern) -> list[str]:
    found = [n.name for n in walk(pattern) if isinstance(n, (ast.MatchAs, ast.MatchStar)) and n.name]
    return found + [n.rest for n in walk(pattern) if isinstance(n, ast.MatchMapping) and n.rest]


def _lost(m: Machine, pattern: ast.pattern, value: Value = ()) -> bool | None:
    """Perhaps it matches, and nothing is known of what its names are bound to: parts of the value, say."""
    if _names(pattern):
        m.lose(value, "taken apart by a pattern")
    for name in _names(pattern):
        m.bind(name, unknown("bound by a pattern"))
    return None


def _sequence(m: Machine, pattern: ast.MatchSequence, value: Value, source: ast.AST) -> bool | None:
    what = value[0].what if len(value) == 1 else None
    thing = m.heap(what) if type(what) is Ref else what
    if (
        isinstance(thing, (Known, DictObject, Function, UserClass))
        or isinstance(thing, ListObject)
        and "set" in thing.cls.name
    ):
        _lost(m, pattern)
        return False
    items = items_of(m, value)
    if items is None:
        return _lost(m, pattern, value)
    star = next((i for i, p in enumerate(pattern.patterns) if isinstance(p, ast.MatchStar)), None)
    count = len(pattern.patterns)
    if (star is None and len(items) != count) or (star is not None and len(items) < count - 1):
        _lost(m, pattern)
        return False
    if star is None:
        return _joined([matches(m, p, v, source) for p, v in zip(pattern.patterns, items)])
    after = count - star - 1
    end = len(items) - after
    answers = [matches(m, p, v, source) for p, v in zip(pattern.patterns[:star], items[:star])]
    answers += [matches(m, p, v, source) for p, v in zip(pattern.patterns[star + 1 :], items[end:])]
    name = pattern.patterns[star].name  # type: ignore[attr-defined]
    if name:
        m.bind(name, list_of(m, items[star:end]))
    return _joined(answers)


def _joined(answers: list[bool | None]) -> bool | None:
    if any(a is False for a in answers):
        return False
    return True if all(a is True for a in answers) else None


def _class(m: Machine, pattern: ast.MatchClass, value: Value, source: ast.AST) -> bool | None:
    from prelower.values.given import Given
    from prelower.values.model import Argument
    from prelower.values.special import HIGHER
    from prelower.values.truths import value_truth

    cls = m.eval(pattern.cls)
    place = m.place(pattern, BOUND)
    test = HIGHER["builtins.isinstance"](m, Given((Argument(value, place), Argument(cls, place)), {}))
    holds = value_truth(m, test)
    if holds is False:
        _lost(m, pattern)
        return False
    answers: list[bool | None] = [holds]
    if len(pattern.patterns) == 1 and not pattern.kwd_patterns and _self_matching(cls):
        answers.append(matches(m, pattern.patterns[0], value, source))
    elif pattern.patterns:
        names = _match_args(cls)
        if names is None or len(names) < len(pattern.patterns):
            return _lost(m, pattern, value)
        for name, inner in zip(names, pattern.patterns):
            answers.append(matches(m, inner, _field(m, value, name), source))
    for name, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns):
        answers.append(matches(m, inner, _field(m, value, name), source))
    return _joined(answers)


def _self_matching(cls: Value) -> bool:
    name = getattr(cls[0].what, "name", "") if len(cls) == 1 else ""
    return name in {f"builtins.{n}" for n in ("int", "float", "str", "bytes", "bool", "list", "tuple", "dict", "set")}


def _match_args(cls: Value) -> list[str] | None:
    """The fields that a class pattern's parts are matched with in order."""
    what: object = cls[0].what if len(cls) == 1 else None
    if not isinstance(what, UserClass) or what.special not in ("dataclass", "namedtuple") or not what.info.known:
        return None
    return [p.name for p in what.fields if p.kind == "both"]


def _field(m: Machine, value: Value, name: str) -> Value:
    from prelower.values.access import attribute_of

    things: list[object] = [m.heap(p.what) if type(p.what) is Ref else None for p in value]
    objects = [t for t in things if isinstance(t, InstanceObject)]
    if len(objects) == len(things) and all(name in t.fields for t in objects):
        return union([t.fields[name] for t in objects])
    return attribute_of(m, value, name)


def _mapping(m: Machine, pattern: ast.MatchMapping, value: Value, source: ast.AST) -> bool | None:
    what = value[0].what if len(value) == 1 else None
    thing = m.heap(what) if type(what) is Ref else what
    if isinstance(thing, (Known, ListObject, Sequence, UserClass, Function)):
        _lost(m, pattern)
        return False
    if not isinstance(thing, DictObject):
        return _lost(m, pattern, value)
    answers: list[bool | None] = []
    taken: list[object] = []
    for key, inner in zip(pattern.keys, pattern.patterns):
        wanted = m.eval(key)
        taken.append(slot(key_of(m, wanted[0])) if len(wanted) == 1 else None)
        entry = entry_at(thing, key_of(m, wanted[0])) if len(wanted) == 1 else None
        if entry is None:
            _lost(m, inner)
            answers.append(None if thing.rest else False)
            continue
        answers.append(matches(m, inner, entry.value, source) if entry.sure else _lost(m, inner))
    if pattern.rest:
        others = tuple(e for e in thing.entries if slot(e.key) not in taken)
        rest = thing._replace(cls=info("builtins.dict"), entries=others, rest=thing.rest or None in taken, of=None)
        m.bind(pattern.rest, one(m.allocate(rest)))
    return _joined(answers)
