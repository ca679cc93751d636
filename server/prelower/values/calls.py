"""Calls: what the callee is decides what happens; calls of something watched are recorded."""

from __future__ import annotations

import ast

from prelower.text.span import Span
from prelower.values.classes import method_named
from prelower.values.classinfo import info
from prelower.values.combining import contradict
from prelower.values.construct import construct
from prelower.values.export import exported, taken
from prelower.values.frames import ANY
from prelower.values.functions import enter, evaluate
from prelower.values.given import Given
from prelower.values.handing import by_way_of
from prelower.values.library import call as table_call
from prelower.values.losing import lose_handed_out
from prelower.values.machine import Machine
from prelower.values.memory import join
from prelower.values.methods import call_method_of
from prelower.values.model import MADE, Argument, Known, Library, Place, Possible, Sequence, Unknown, Value
from prelower.values.objects import (
    BoundMethod,
    DictObject,
    Function,
    InstanceObject,
    ListObject,
    MethodOf,
    Partial,
    Property,
    Ref,
    Thing,
    UserClass,
    WatchedResult,
    Wrapped,
    references,
)
from prelower.values.possible import one, through, union, unknown
from prelower.values.registry import expression
from prelower.values.special import HIGHER
from prelower.values.watching import watched_call, watched_result
from prelower.values.wrappers import call_wrapped

COMBINATIONS = 64
HARMLESS = tuple(
    f"{name}."
    for name in (
        "builtins jax jaxlib numpy math json os struct logging pickle re time typing "
        "statistics pathlib decimal fractions sys warnings pprint ml_dtypes scipy string textwrap hashlib datetime "
        "random abc inspect enum dataclasses types contextlib absl.logging chex"
    ).split()
)
"""Libraries whose functions leave lists, dicts and objects that they are given as they are."""
WALKING = frozenset({"builtins.enumerate", "builtins.zip", "builtins.reversed"})
_CALLED = (MethodOf, Function, BoundMethod, Partial)
CALLING = frozenset(
    {
        "builtins.exec",
        "builtins.eval",
        "builtins.setattr",
        "builtins.delattr",
        "random.shuffle",
        "operator.setitem",
        "operator.delitem",
        "functools.reduce",
        "functools.update_wrapper",
        "numpy.random.shuffle",
    }
)
"""Those of them that do change what they are given."""


@expression(ast.Call)
def call(m: Machine, node: ast.Call) -> Value:
    """`callee(arguments)`."""
    consumed = m.consumed is node
    callee = m.eval(node.func)
    given = evaluate(m, node, all(_is_eager(p) for p in callee))
    if m.state.dead:
        return unknown("never reached")
    m.lazy = not consumed
    value = call_value(m, callee, given, node)
    m.lazy = False
    return through(value, m.place(node, MADE)) if value else _never(m)


_USING_UP = frozenset(
    "join extend extendleft update union intersection difference symmetric_difference intersection_update"
    " difference_update symmetric_difference_update issubset issuperset isdisjoint writelines fromkeys".split()
)
"""Methods that go through what they are given; the others may keep it."""
_EAGER = tuple(f"{name}." for name in "builtins math statistics functools collections numpy jax.numpy".split())


def _is_eager(callee: Possible) -> bool:
    """Whether a callee uses up a generator that it is given before it comes back."""
    what: Thing = callee.what
    if isinstance(what, MethodOf):
        return what.name in _USING_UP
    return isinstance(what, Library) and what.name.startswith(_EAGER)


def _never(m: Machine) -> Value:
    if not m.state.dead:
        m.throw(ANY)
    return unknown("a call that does not come back")


def call_value(m: Machine, callee: Value, given: Given, node: ast.Call | None = None) -> Value:
    """What calling any of the possible callees gives; those that cannot be called fall away."""
    found = []
    base = [p for p in callee if not _uncallable(m, p)]
    if callee and not base:
        m.throw("TypeError")
    before, ends = m.state, []
    several = len(base) > 1 and any(not isinstance(p.what, (Library, Unknown)) for p in base)
    for possible in base:
        m.state = before.child() if several else m.state
        m.perhaps += several
        got = call_one(m, possible, _agreeing(possible, given), node)
        m.perhaps -= several
        found.append(tuple(p._replace(under=possible.under + p.under) for p in got) if possible.under else got)
        ends.append(m.state)
    if several:  # one of them is called, not all
        m.state = join(before, ends)
    return union(found)


def _agreeing(callee: Possible, given: Given) -> Given:
    """The arguments with only those possibilities that go with the callee's own tests."""
    if not callee.under:
        return given

    def kept(argument: Argument) -> Argument:
        value = tuple(p for p in argument.value if not contradict(callee, p))
        return argument._replace(value=value or argument.value)

    positional = tuple(kept(a) for a in given.positional)
    return given._replace(positional=positional, keywords={n: kept(a) for n, a in given.keywords.items()})


def uncallable(m: Machine, callee: Value) -> bool:
    """Whether calling a value raises TypeError."""
    return bool(callee) and all(_uncallable(m, p) for p in callee)


def _uncallable(m: Machine, possible: Possible) -> bool:
    thing = m.heap(possible.what) if type(possible.what) is Ref else possible.what
    return isinstance(thing, (Known, Sequence, ListObject, DictObject))


def call_one(m: Machine, possible: Possible, given: Given, node: ast.Call | None) -> Value:
    """What calling one thing gives."""
    what = possible.what
    if isinstance(what, Library):
        return call_library(m, what, given, node)
    if isinstance(what, Function):
        return enter(m, what, given)
    if isinstance(what, UserClass):
        return construct(m, what, given)
    if isinstance(what, BoundMethod):
        first = Argument((what.receiver,), given.site or nowhere(what.receiver))
        return call_one(m, Possible(what.function), given._replace(positional=(first, *given.positional)), node)
    if isinstance(what, MethodOf):
        return call_method_of(m, what, given, node)
    if isinstance(what, Partial):
        return call_value(m, what.function, joined(m, what, given), node)
    if isinstance(what, Wrapped):
        return call_wrapped(m, what, given, node)
    if isinstance(what, WatchedResult):
        return watched_result(m, what, given, node)
    if isinstance(what, Property):
        return call_value(m, what.function, given, node)
    if type(what) is Ref:
        return _call_object(m, possible, given)
    return call_unknown(m, given, what.reason if isinstance(what, Unknown) else "not callable as far as known")


def nowhere(possible: Possible) -> Place:
    """The best place there is for an argument that nobody wrote."""
    return possible.places[-1] if possible.places else Place("", Span(0, 0, 0, 0), MADE)


def call_unknown(m: Machine, given: Given, why: str) -> Value:
    """Something unknown is called: what it is given is lost."""
    m.mark(ANY)
    for argument in (*given.positional, *given.keywords.values()):
        m.lose(argument.value, "given to something not known")
    return unknown(f"what a call gives of something not known: {why}")


def joined(m: Machine, partial: Partial, given: Given) -> Given:
    """The arguments of a call of a partial: those given before, then those given now."""
    place = given.site
    first = tuple(Argument(by_way_of(v, place), _at(v, place)) for v in partial.positional)
    table = m.heap(partial.named) if partial.named is not None else DictObject(info("builtins.dict"), ())
    entries = table.entries if isinstance(table, DictObject) else ()
    named = {
        e.key.value: Argument(by_way_of(v, place), _at(v, place))
        for e in entries
        if isinstance(e.key, Known) and isinstance(e.key.value, str)
        for v in [e.value if e.sure else e.value + unknown("perhaps not given")]
    }
    more = not isinstance(table, DictObject) or table.rest or len(named) < len(entries)
    return given._replace(
        positional=first + given.positional,
        keywords={**named, **given.keywords},
        more_named=given.more_named or more,
    )


def _at(value: Value, place: Place | None) -> Place:
    return nowhere(value[0]) if value and value[0].places or place is None else place


def _call_object(m: Machine, possible: Possible, given: Given) -> Value:
    thing = m.heap(possible.what)  # type: ignore[arg-type]
    method = method_named(m, thing, "__call__") if isinstance(thing, InstanceObject) else None
    if method is None:
        return call_unknown(m, given, "an object")
    return call_value(m, one(BoundMethod(method, possible)), given)


def call_library(m: Machine, callee: Library, given: Given, node: ast.Call | None) -> Value:
    """What calling something outside the project gives."""
    watched = m.world.library.watched(callee.name)
    if watched is not None:
        return watched_call(m, callee, watched, given, node)
    special = HIGHER.get(callee.name)
    if special is not None:
        m.risky = True
        return special(m, given)
    made = by_tables(m, callee, given)
    if made is not None:
        return made
    if _unbound(callee.name) and given.positional:  # dict.update(table, ...)
        rest = given._replace(positional=given.positional[1:])
        name = callee.name.rsplit(".", 1)[1]
        methods = union([one(MethodOf(p, name), (), p.under) for p in given.positional[0].value])
        return call_value(m, methods, rest, node)
    harmless = callee.name.startswith(HARMLESS) and callee.name not in CALLING
    for argument in (*given.positional, *given.keywords.values()):
        value = tuple(p for p in argument.value if not harmless or isinstance(p.what, _CALLED))
        m.lose(value, f"given to `{callee.name}`")
    m.mark(ANY)
    if callee.name.startswith("builtins."):
        return unknown(f"what `{callee.name[9:]}` gives")
    return m.ask("returns", callee.name)


_TYPES = ("dict", "list", "set", "str", "bytes", "int", "float", "tuple", "object", "type")


def _unbound(name: str) -> bool:
    parts = name.split(".")
    return len(parts) == 3 and parts[0] == "builtins" and parts[1] in _TYPES and parts[2] not in ("fromkeys", "__new__")


def by_tables(m: Machine, callee: Library, given: Given) -> Value | None:
    """What our own tables say that a function gives, for each combination of possibilities."""
    if given.more or given.more_named:
        return None
    names = tuple(given.keywords)
    values = [a.value for a in given.positional] + [given.keywords[n].value for n in names]
    ways = _ways(values)
    if ways is None:
        return unknown("too many possible values")
    found = []
    for way in ways:
        m.recorded = {}
        whats = [exported(m, p.what) for p in way]
        count = len(given.positional)
        result = table_call(callee.name, tuple(whats[:count]), dict(zip(names, whats[count:])))
        if result is None:
            m.recorded = None
            return None
        got = taken(m, result, whats)
        m.recorded = None
        if callee.name in WALKING:
            m.walked.extend(references(way))
        lose_handed_out(m, callee.name, way, got)
        extra = tuple(dict.fromkeys(c for p in way for c in p.under))
        if any(type(p.what) is Unknown for p in got) or any(type(w) is not Known for w in whats):
            m.mark(ANY)
        if len(got) == 1 and isinstance(got[0].what, Unknown) and got[0].what.reason.startswith("raises "):
            continue
        found.append(tuple(p._replace(under=(*p.under, *extra)) for p in got))
    return union(found)


def _ways(values: list[Value]) -> list[tuple[Possible, ...]] | None:
    ways: list[tuple[Possible, ...]] = [()]
    for value in values:
        ways = [(*way, possible) for way in ways for possible in value]
        if len(ways) > COMBINATIONS:
            return None
    return ways
