"""Wrappers that keep a function's signature: `jax.jit` and its kin, `functools.wraps`, caches."""

from __future__ import annotations

import ast

from prelower.text.span import Span
from prelower.values.export import exported
from prelower.values.given import Given
from prelower.values.losing import doubt
from prelower.values.machine import Machine
from prelower.values.model import MADE, Argument, Array, Known, Library, Place, Possible, Sequence, Unknown, Value
from prelower.values.objects import (
    BoundMethod,
    Function,
    InstanceObject,
    ListObject,
    Partial,
    Property,
    Ref,
    Thing,
    WatchedResult,
    Wrapped,
)
from prelower.values.possible import one, union, unknown
from prelower.values.special import HIGHER

TRACING = frozenset(
    f"jax.{name}"
    for name in (
        "jit pmap vmap grad value_and_grad checkpoint remat named_call custom_jvp custom_vjp make_jaxpr eval_shape "
        "linearize shard_map experimental.shard_map.shard_map experimental.pjit.pjit custom_batching.custom_vmap"
    ).split()
)
"""Wrappers whose function is called with tracers in the place of arguments."""
KEEPING = frozenset(
    {"functools.lru_cache", "functools.cache", "functools.wraps", "typing.final",
     "typing.no_type_check", "abc.abstractmethod", "typing.override",
     "typing_extensions.override", "jax.profiler.annotate_function"}
)  # fmt: skip
"""Decorators that leave what a function does as it is."""
PROPERTIES = {
    "builtins.staticmethod": "staticmethod",
    "builtins.classmethod": "classmethod",
    "builtins.property": "property",
    "functools.cached_property": "property",
    "jax.tree_util.Partial": "partial",
}
_JITS = ("jax.jit", "jax.experimental.pjit.pjit")
"""Wrappers that make a tracer of every number that is given."""
_STATIC = ("static_argnums", "static_argnames", "static_broadcasted_argnums", "nondiff_argnums", "nondiff_argnames")
_CALLING = ("trace", "lower", "eval_shape", "__call__")


def wrap(m: Machine, callee: Library, given: Given) -> Value | None:
    """What a known wrapper makes of a function; None where it is not known."""
    if callee.name in PROPERTIES and len(given.positional) == 1 and callee.name != "jax.tree_util.Partial":
        return one(Property(PROPERTIES[callee.name], given.positional[0].value))
    if callee.name == "contextlib.contextmanager" and len(given.positional) == 1:
        return one(Wrapped("context", given.positional[0].value))
    if callee.name in KEEPING:
        return _kept(m, callee, given)
    if callee.name not in TRACING:
        return None
    if not given.positional:  # jax.jit(static_argnames=...) as a decorator with arguments
        return HIGHER["functools.partial"](m, given._replace(positional=(Argument(one(callee), _here(given)),)))
    if not _function(m, given.positional[0].value):
        return unknown(f"`{callee.name}` of something not known")
    kind = "jitted" if callee.name in _JITS else "traced"
    return one(Wrapped(kind, given.positional[0].value, _static(m, given)))


def _here(given: Given) -> Place:
    return given.site or Place("", Span(0, 0, 0, 0), MADE)


def _function(m: Machine, value: Value) -> bool:
    callables = (Function, Wrapped, Partial, BoundMethod, WatchedResult)
    return all(isinstance(p.what, callables) or _is_object(m, p) for p in value)


def _is_object(m: Machine, possible: Possible) -> bool:
    return type(possible.what) is Ref and isinstance(m.heap(possible.what), InstanceObject)


def _kept(m: Machine, callee: Library, given: Given) -> Value | None:
    if callee.name == "functools.wraps":
        return one(Library("prelower.same"))
    if len(given.positional) == 1 and _function(m, given.positional[0].value):
        return one(Wrapped("plain", given.positional[0].value))
    return one(callee)  # lru_cache(maxsize=None)


def _static(m: Machine, given: Given) -> frozenset[str] | None:
    """What is not traced: parameter names and positions as text; None where it is not known."""
    found: set[str] = set()
    for name in _STATIC:
        if name not in given.keywords:
            continue
        for possible in given.keywords[name].value:
            names = _texts(m, possible)
            if names is None:
                return None
            found.update(names)
    return frozenset(found)


def _texts(m: Machine, possible: Possible) -> list[str] | None:
    what = exported(m, possible.what)
    if isinstance(what, Known):
        return [] if what.value is None else [str(what.value)]
    if isinstance(what, Sequence) and not what.rest:
        inside = [v[0].what for v in what.items if len(v) == 1]
        return [str(k.value) for k in inside if isinstance(k, Known)] if len(inside) == len(what.items) else None
    return None


def call_wrapped(m: Machine, what: Wrapped, given: Given, node: ast.Call | None) -> Value:
    """What calling a wrapped function gives."""
    if what.kind == "context":
        return _managed(m, what, given)
    if what.kind == "plain":
        return m.invoke(m, what.function, given, node)
    m.invoke(m, what.function, traced(m, what, given), None)
    return unknown("what a traced function gives")


def _managed(m: Machine, what: Wrapped, given: Given) -> Value:
    """A context manager made from a generator: what it changes is in doubt from here on."""
    for possible in what.function:
        if isinstance(possible.what, Function):
            doubt(m, possible.what)
    for argument in (*given.positional, *given.keywords.values()):
        m.lose(argument.value, "given to a context manager")
    return unknown("what a context manager gives")


def call_wrapper_method(m: Machine, what: Wrapped, name: str, given: Given, node: ast.Call | None) -> Value:
    """`jitted.trace(...)`, `jitted.lower(...)` run the function with tracers too."""
    if name in _CALLING:
        return call_wrapped(m, what, given, node)
    return unknown(f"`{name}` of a wrapped function")


def traced(m: Machine, what: Wrapped, given: Given) -> Given:
    """The arguments as the function sees them under tracing: arrays without values, but for the static ones."""
    static, sure = what.static, what.static is not None and what.kind == "jitted"
    positional = tuple(
        a if _is_static(what, static, index) else Argument(_tracer(m, a, sure), a.given)
        for index, a in enumerate(given.positional)
    )
    keywords = {
        n: a if static is not None and n in static else Argument(_tracer(m, a, sure), a.given)
        for n, a in given.keywords.items()
    }
    return given._replace(positional=positional, keywords=keywords)


def _is_static(what: Wrapped, static: frozenset[str] | None, index: int) -> bool:
    if static is None:
        return False
    inner = what.function[0].what if len(what.function) == 1 else None
    parameters = inner.parameters if isinstance(inner, Function) else ()
    name = parameters[index].name if index < len(parameters) else ""
    return str(index) in static or name in static or str(index - len(parameters)) in static


def traced_parameters(m: Machine, function: Function) -> frozenset[str]:
    """The parameters of which a call surely makes tracers: those of a jitted function that have no default."""
    value = m.state.value(function.scope.number, function.name) or ()
    what: Thing | None = value[0].what if len(value) == 1 else None
    if not isinstance(what, Wrapped) or what.kind != "jitted" or what.static is None:
        return frozenset()
    inner: Thing | None = what.function[0].what if len(what.function) == 1 else None
    if not isinstance(inner, Function) or inner.node is not function.node:
        return frozenset()
    plain = [(i, p) for i, p in enumerate(function.parameters) if p.default is None and p.kind != "star"]
    return frozenset(p.name for i, p in plain if p.kind != "double" and not _is_static(what, what.static, i))


def traced_value(name: str) -> Value:
    """A tracer that stands for an argument."""
    return one(Unknown(f"`{name}` is traced: only its shape is known when JAX lowers", traced=True))


def _tracer(m: Machine, argument: Argument, sure: bool) -> Value:
    return union([_as_tracer(m, p, sure) for p in argument.value])


def _as_tracer(m: Machine, possible: Possible, sure: bool) -> Value:
    what = possible.what
    if isinstance(what, (Array, ListObject)) or isinstance(what, Known) and what.value is None:
        return (possible,)
    if type(what) is Ref and isinstance(m.heap(what), InstanceObject) and "ShapeDtypeStruct" in _class_name(m, what):
        return (possible,)
    number = isinstance(what, Known) and isinstance(what.value, (bool, int, float, complex))
    return one(Unknown("traced: only its shape is known when JAX lowers", traced=sure and number))


def _class_name(m: Machine, ref: Ref) -> str:
    thing = m.heap(ref)
    return thing.cls.name if isinstance(thing, InstanceObject) else ""
