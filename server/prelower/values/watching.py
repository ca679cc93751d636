"""Calls of something watched: recorded with what each parameter is given."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from prelower.values.calling import outside_calls
from prelower.values.classes import method_named
from prelower.values.export import exported_value
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import (
    ARGUMENT,
    MADE,
    VERSION,
    Argument,
    Call,
    Callable_,
    ClassInfo,
    Condition,
    Known,
    Library,
    Place,
    Possible,
    Record,
    Value,
)
from prelower.values.objects import BoundMethod, Function, InstanceObject, Ref, WatchedResult
from prelower.values.possible import one, unknown
from prelower.values.render import repr_of
from prelower.values.signing import signed
from prelower.values.telling import GUARD
from prelower.values.trying import TRIED
from prelower.values.world import Watched

_MISSING = {"attribute": "AttributeError", "imported": "ImportError", "module": "ModuleNotFoundError"}
"""What is raised where a name is not there, by how it is come by."""
_FUNCTIONS = frozenset({"kernel", "index_map"})
"""The parameters whose functions are looked into."""


def watched_call(m: Machine, callee: Library, watched: Watched, given: Given, node: ast.Call | None) -> Value:
    """Record a call of something watched; what it gives is an object with its arguments, a callable, or opaque."""
    arguments, unknown_rest = _bound(watched, given)
    number = record(
        m, watched.target, callee.name, arguments, unknown_rest, _site(m, given), _callee_span(m, given, node)
    )
    if watched.result == "callable" and watched.result_target:
        return one(WatchedResult(watched.result_target, callee.name, number))
    if watched.result != "record":
        return unknown(f"what `{callee.name}` gives")
    fields = {name: argument.value for name, argument in arguments.items()}
    cls = ClassInfo(callee.name, (callee.name, "builtins.object"))
    return one(m.allocate(InstanceObject(cls, None, fields, unknown_rest, number)))


def watched_result(m: Machine, result: WatchedResult, given: Given, node: ast.Call | None) -> Value:
    """Record a call of the callable that a watched call gave."""
    arguments = {f"*{i}": a for i, a in enumerate(given.positional)} | dict(given.keywords)
    record(
        m,
        result.target,
        result.callee,
        arguments,
        given.more or given.more_named,
        _site(m, given),
        _callee_span(m, given, node),
        result.number,
    )
    return unknown(f"what `{result.callee}` gives when called")


def record_replaced(m: Machine, thing: InstanceObject, changes: Given) -> int | None:
    """Record that a watched object was copied with other fields; the number of that call."""
    base = next((c for c in m.calls if c.number == thing.call), None)
    if base is None:
        return thing.call
    site = changes.site or base.site
    return record(m, base.target, base.callee, dict(changes.keywords), changes.more_named, site, site, base.number)


def record(
    m: Machine,
    target: str,
    callee: str,
    arguments: dict[str, Argument],
    rest_unknown: bool,
    site: Place,
    callee_span: Place,
    base: int | None = None,
) -> int:
    """Note a watched call; its number."""
    number = m.fresh()
    if m.state.dead or m.exhausted:
        return number
    seen = {name: a._replace(value=shown_value(m, a.value)) for name, a in arguments.items()}
    for name in _FUNCTIONS.intersection(seen):
        seen[name] = seen[name]._replace(value=_looked_into(m, arguments[name].value, seen[name].value))
    quiet = m.quiet[-1] if m.quiet else None
    if not m.rooting and m.world.remembered is not None:
        nth = m.recorded_at[(target, site)]
        m.recorded_at[(target, site)] += 1
        number = m.world.remembered.number((target, site, nth), number)
    if quiet is None and any(c.number == VERSION for c in m.state.path):
        quiet = "for some versions of JAX only"
    made = Call(target, callee, seen, rest_unknown, site, callee_span.span, tuple(m.sites), m.state.path, quiet)
    chosen = m.world.chosen or _perhaps(m, site.path) or _in_handler(m, site) or (m.rooting and m.chosen)
    m.calls.append(made._replace(number=number, base=base, own=m.rooting and not m.sites, chosen=chosen))
    return number


def _looked_into(m: Machine, value: Value, seen: Value) -> Value:
    """Functions with what they use, take and give."""
    found = []
    for possible, shown in zip(value, seen, strict=True):
        function, what = possible.what, shown.what
        if isinstance(function, Function) and isinstance(what, Callable_):
            what = what._replace(uses=outside_calls(m, function), signed=signed(m, function))
        found.append(shown._replace(what=what))
    return tuple(found)


def shown_value(m: Machine, value: Value) -> Value:
    """A value seen from outside, with what `str()` prints of the user's objects."""
    found = []
    for possible, seen in zip(value, exported_value(m, value)):
        what = seen.what
        if isinstance(what, Record) and what.call is None:
            seen = seen._replace(what=what._replace(text=_printed(m, possible)))
        found.append(seen)
    return tuple(found)


def _printed(m: Machine, possible: Possible) -> str | None:
    """What `str()` prints of a user's object, where that can be followed."""
    thing = m.heap(possible.what) if type(possible.what) is Ref else None
    if not isinstance(thing, InstanceObject):
        return None
    for name in ("__str__", "__repr__"):
        method = method_named(m, thing, name)
        if method is not None:
            calls, state = len(m.calls), m.state
            m.state = state.child()
            text = m.call(one(BoundMethod(method, possible)), ())
            m.state = state
            del m.calls[calls:]
            what = text[0].what if len(text) == 1 else None
            return what.value if isinstance(what, Known) and isinstance(what.value, str) else None
    return _fields_printed(m, thing)


def _fields_printed(m: Machine, thing: InstanceObject) -> str | None:
    """The text that a dataclass or a named tuple prints."""
    if thing.user is None or thing.user.special not in ("dataclass", "namedtuple"):
        return None
    texts = [(p.name, repr_of_value(m, thing.fields.get(p.name, ()))) for p in thing.user.fields if p.kind != "initvar"]
    name = thing.cls.name.split(".", 1)[-1]
    return f"{name}({', '.join(f'{n}={t}' for n, t in texts)})" if all(t is not None for _, t in texts) else None


def repr_of_value(m: Machine, value: Value) -> str | None:
    """What `repr()` prints of a value that is known."""
    return repr_of(exported_value(m, value)[0].what) if len(value) == 1 else None


@lru_cache(256)
def _asked_for(text: str, name: str) -> bool:
    """Whether a file asks with `hasattr` or `getattr` for something of that name."""
    return name in text and re.search(rf"\b(?:has|get)attr\([^()\n]*[\"']{re.escape(name)}[\"']", text) is not None


@lru_cache(64)
def _tells_versions(text: str) -> bool:
    return GUARD.search(text) is not None


def record_name(m: Machine, dotted: str, kind: str, node: ast.AST | Place) -> None:
    """Note the use of a name that not every release of JAX has; `kind` says how it is come by."""
    if not m.world.library.comes_and_goes(dotted) or m.catches(_MISSING[kind]):
        return
    place = node if isinstance(node, Place) else m.place(node, MADE)
    argument = Argument(one(Library(dotted), (place,)), place)
    before = len(m.calls)
    record(m, f"name.{kind}", dotted, {"name": argument}, False, place, place)
    if len(m.calls) > before:  # nothing is recorded where the run has ended
        m.calls[-1] = m.calls[-1]._replace(quiet=_silent(m, dotted, place))


def _silent(m: Machine, dotted: str, place: Place) -> str | None:
    """Why it is no matter whether this release has a name, which nobody catches."""
    if reasons := [reason for reason in m.quiet if not reason.startswith(TRIED)]:
        return reasons[-1]
    if m.calls[-1].quiet and not m.calls[-1].quiet.startswith(TRIED):
        return m.calls[-1].quiet
    if m.world.library.exists(dotted) and _asked_for(m.world.text(place.path) or "", dotted.rpartition(".")[2]):
        return "the file asks whether JAX has it"
    if _in_handler(m, place):
        return "in a handler that may never run"
    if _perhaps(m, place.path):
        return "one of several may be called"
    if m.world.chosen or (m.rooting and _may_be_chosen(m, place.path)):
        return "the file tells versions of JAX apart"
    return None


def _perhaps(m: Machine, path: str) -> bool:
    """Whether this is in a call of one of several callees, in a program that tells releases apart."""
    return m.perhaps > 0 and _tells_versions(m.world.text(m.root_path or path) or "")


def _in_handler(m: Machine, place: Place) -> bool:
    """Whether a place, or one that leads there, is in a handler or under a test for releases by its words.

    What follows a `try` of which only the handler goes on is under that handler's condition too, and not meant.
    """
    places = (place, *m.sites)
    return any(c.number == 0 and (c.names or any(_holds(c, p) for p in places)) for c in m.state.path)


def _holds(condition: Condition, place: Place) -> bool:
    outer, inner = condition.span, place.span
    return place.path == condition.path and outer[:2] <= inner[:2] and inner[2:] <= outer[2:]


def _may_be_chosen(m: Machine, path: str) -> bool:
    """Whether what runs for its own sake may run under some releases only; of another file all of it, if any."""
    return m.chosen if path == m.root_path else _tells_versions(m.world.text(path) or "")


def _bound(watched: Watched, given: Given) -> tuple[dict[str, Argument], bool]:
    """Parameters and what they are given; positional ones by the order that this JAX has."""
    places = [name for name in watched.parameters if name not in watched.keyword_only]
    arguments = dict(zip(places, given.positional))
    if places and (not watched.var_keyword or watched.target in ("ffi.ffi_call", "mosaic_gpu.kernel")):
        arguments.update((f"*{i}", a) for i, a in enumerate(given.positional[len(places) :], len(places) + 1))
    arguments.update(given.keywords)
    return arguments, given.more or given.more_named


def _site(m: Machine, given: Given) -> Place:
    return given.site or (m.sites[-1] if m.sites else Place(m.unit.path, (0, 0, 0, 0), ARGUMENT))  # type: ignore[arg-type]


def _callee_span(m: Machine, given: Given, node: ast.Call | None) -> Place:
    return m.place(node.func, ARGUMENT) if node is not None else _site(m, given)
