"""The dict that `pallas_call` took as `compiler_params` up to JAX 0.6.0, as a call of the class it came to be.

JAX turned such an object into `dict(mosaic={...})` then, so what it says of a field it says of an entry, too. Entries
of other names nobody looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from prelower.rules import checks
from prelower.rules.base import JaxView
from prelower.rules.releases import in_release
from prelower.values.classinfo import info
from prelower.values.model import Argument, Call, Entry, Known, Mapping, Record, What

LAST = "0.6.1"
"""From here on such a dict is refused."""
_CLASSES = {
    "mosaic": ("tpu.CompilerParams", "jax.experimental.pallas.tpu.TPUCompilerParams"),
    "triton": ("triton.CompilerParams", "jax.experimental.pallas.triton.TritonCompilerParams"),
}
_FIRST = ("vmem_limit_bytes", "flags", "dimension_semantics", "allow_input_fusion", "collective_id")
"""The entries that were read before there was a class, up to JAX 0.4.31."""
_NO_ITERABLE = "argument of type '{}' is not iterable"
_NO_GET, _NO_POP = ("'{}' object has no attribute '" + name + "'" for name in ("get", "pop"))
_ASKED = {
    "mosaic": (("0.4.34", _NO_ITERABLE), ("0.4.36", _NO_GET), (LAST, None)),
    "triton": (("0.4.34", _NO_POP), ("0.5.0", _NO_GET), (LAST, None)),
}
"""What is said of the entry of a backend that is no dict, by the first thing that is asked of it."""
_WITH_POP = ("list", "set", "bytearray")
_ITERABLE = ("tuple", "str", "bytes", "frozenset", *_WITH_POP)


def with_classes(calls: tuple[Call, ...], jax: JaxView) -> tuple[Call, ...]:
    """The calls, those of `pallas_call` with a dict replaced by one with objects, whose calls stand before it."""
    if jax.at_least(LAST) is not False:
        return calls
    return tuple(made for call in calls for made in _with_class(call, jax))


def _with_class(call: Call, jax: JaxView) -> Iterator[Call]:
    given = call.arguments.get("compiler_params") if call.target == "pallas.pallas_call" else None
    what = checks.only(given)
    if given is None or not isinstance(what, Mapping):
        yield call
        return
    for index, (key, (target, name)) in enumerate(_CLASSES.items(), 1):
        inner = _entry(what, key)
        fields = inner.value[0].what if inner is not None and len(inner.value) == 1 else None
        if isinstance(fields, Mapping):
            number = -call.number * len(_CLASSES) - index
            arguments = {n: _argument(e, given) for n in _fields(name, jax) if (e := _entry(fields, n))}
            yield call._replace(target=target, callee=name, arguments=arguments, number=number, base=None)
            made = Record(info(name), (), number, call=number)
            value = (given.value[0]._replace(what=made),)
            call = call._replace(arguments={**call.arguments, "compiler_params": given._replace(value=value)})
    yield call


def _fields(name: str, jax: JaxView) -> tuple[str, ...]:
    """The names that are looked at under this JAX."""
    if name.endswith(".TPUCompilerParams") and jax.at_least("0.4.33") is False:
        return _FIRST
    watched = jax.watched(name)
    return watched.parameters if watched is not None else ()


def _argument(entry: Entry, given: Argument) -> Argument:
    value = tuple(p._replace(under=(*p.under, *given.value[0].under)) for p in entry.value)
    return Argument(value, entry.place or given.given, given.handed or given.given)


def without_get(what: Mapping, jax: JaxView) -> str | None:
    """What is said of a dict whose entry for a backend is an object of a class of JAX's, or no dict at all."""
    for key, rows in _ASKED.items():
        inner, said = _entry(what, key), in_release(jax, rows)
        value = inner.value[0].what if inner is not None and len(inner.value) == 1 else None
        name = _class_name(value) if value is not None else None
        if name is None or said is None or said == _NO_POP and name in _WITH_POP:
            continue
        return (_NO_GET if said == _NO_ITERABLE and name in _ITERABLE else said).format(name)
    return None


def _class_name(what: What) -> str | None:
    """The bare name of the class of what is surely no dict."""
    if isinstance(what, Record):
        return what.cls.name.rpartition(".")[2] if what.call is not None else None
    return None if isinstance(what, Mapping) else checks.built_in(what)


def _entry(what: What, name: str) -> Entry | None:
    """The entry of that name in a dict that surely has it."""
    entries = what.entries if isinstance(what, Mapping) and not what.rest else ()
    found = (e for e in entries if e.sure and isinstance(e.key, Known) and e.key.value == name)
    return next(found, None)
