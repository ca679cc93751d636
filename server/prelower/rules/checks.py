"""What the rules on single parameters have in common: which values they look at, and of what class those surely are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from prelower.rules import messages
from prelower.rules.base import Calls, Intent, JaxView, Subject, Verdict
from prelower.rules.releases import in_release
from prelower.values.classinfo import class_of, is_ours
from prelower.values.model import (
    ABSENT,
    Absent,
    Argument,
    Array,
    Call,
    Callable_,
    ClassInfo,
    Instance,
    Known,
    Library,
    Mapping,
    Possible,
    Record,
    What,
)
from prelower.values.model import Sequence as Items
from prelower.values.render import repr_of, text_of

BOOL_WANTED = "get(): incompatible function arguments. The following argument types are supported:"
"""The first line of what the MLIR bindings say on any value of a wrong type."""
BAD_CAST = "std::bad_cast"
NO_CAST = (
    "Unable to cast Python instance of type <class '{}'> to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or"
    " compile in debug mode for details)"
)
NO_CAST_AT_ALL = NO_CAST.replace(" of type <class '{}'>", "").replace(" '?'", "")
_CASTS = (("0.4.30", NO_CAST_AT_ALL), ("0.4.33", NO_CAST), ("0.5.0", BAD_CAST))

Subjects = Callable[[Call, Calls], Iterable[Subject]]


def given(**parameters: Sequence[str]) -> Subjects:
    """The arguments of these parameters, by target (dots written as `__`)."""
    by_target = {target.replace("__", "."): names for target, names in parameters.items()}

    def subjects(call: Call, calls: Calls) -> Iterable[Subject]:
        for name in by_target.get(call.target, ()):
            if name in call.arguments:
                yield Subject(call.arguments[name], name)

    return subjects


def no_fix(whats: Sequence[What], subject: Subject, call: Call, text: str) -> Intent | None:
    """None: what was meant, only the author knows."""
    return None


def is_none(what: What) -> bool:
    """Whether a value is None."""
    return isinstance(what, Known) and what.value is None


def sure_class(what: What) -> ClassInfo | None:
    """The class of a value that is surely of that class and of no other; None where that is not known."""
    cls = class_of(what)
    if cls is None or not cls.known or isinstance(what, Instance) and not what.exact:
        return None
    return cls


def built_in(what: What) -> str | None:
    """The name by which Python calls the class of a value of a built-in or numpy class: `int`, `NoneType`, `int32`."""
    cls = sure_class(what)
    if cls is None or not is_ours(cls.name) or isinstance(what, (Record, Callable_)):
        return None
    module, _, name = cls.name.rpartition(".")
    return name if module == "builtins" else cls.name


def plain_number(what: What) -> int | float | None:
    """The number that a value is, bools and strings aside."""
    value = what.value if isinstance(what, (Known, Instance)) else None
    if isinstance(value, (Absent, bool)) or not isinstance(value, (int, float)):
        return None
    return value


def printed_value(what: What) -> str:
    """How the value prints in a message; where that is not known, its source text will stand there."""
    if isinstance(what, Record):
        return what.text or messages.SOURCE
    text = text_of(what)
    return messages.SOURCE if text is None else text


def printed_repr(what: What) -> str:
    """The same for a message that prints the `repr`."""
    text = repr_of(what)
    return messages.SOURCE if text is None else text


def surely_true(what: What) -> bool:
    """Whether a value surely counts as true."""
    if isinstance(what, (Items, Mapping)):
        return bool(length_of(what))
    value = what.value if isinstance(what, (Known, Instance)) else ABSENT
    return not isinstance(value, Absent) and bool(value)


def without_hash(what: What) -> bool:
    """Whether a value surely has no hash: a list, a dict, a set, an array, or a tuple with such a thing in it."""
    if isinstance(what, Items) and what.cls.name == "builtins.tuple":
        return any(each and all(without_hash(p.what) for p in each) for each in what.items)
    if isinstance(what, Array):
        return what.cls.name != "jax.ShapeDtypeStruct"
    if isinstance(what, Record) and not what.cls.hashed:
        return True
    cls = sure_class(what)
    return cls is not None and messages.unhashable(cls)


def unhashed(what: What, jax: JaxView) -> Verdict | None:
    """What JAX says where a parameter of a call has no hash, which it notices while it traces."""
    if jax.at_least("0.7.0") is False or not without_hash(what):
        return None
    return Verdict(messages.UNHASHABLE, note="the value has no hash: give a tuple or a plain value", early=True)


_DICTS = (("0.7.0", Verdict(messages.UNHASHABLE, early=True)), ("0.9.2", Verdict("unhashable type: 'dict'")))


def unhashed_dict(jax: JaxView, note: str | None = None) -> Verdict | None:
    """What JAX says where a parameter of a call is a plain dict: from 0.9.2 on it passes the tracing."""
    said = in_release(jax, _DICTS)
    return said._replace(note=note) if said else None


def bad_cast(what: What, jax: JaxView) -> str | None:
    """What the MLIR bindings say where a value is no attribute of theirs; with its class up to 0.4.38."""
    said = in_release(jax, _CASTS)
    name = built_in(what) if said is NO_CAST else ""
    return said.format(name.rpartition(".")[2]) if said and name is not None else None


def items_of(argument: Argument) -> Iterable[tuple[Possible, Argument]]:
    """Each possible value with its items' arguments, where it is a list or tuple that is known."""
    for possible in argument.value:
        if isinstance(possible.what, Items):
            for item in possible.what.items:
                value = tuple(p._replace(under=(*p.under, *possible.under)) for p in item)
                yield possible, Argument(value, argument.given, argument.handed)


def length_of(what: What) -> int | None:
    """How many items a value has, where that is known."""
    if isinstance(what, (Items, Mapping)):
        count = len(what.items) if isinstance(what, Items) else len(what.entries)
        sure = isinstance(what, Items) or all(e.sure for e in what.entries)
        return count if sure and not what.rest else None
    if isinstance(what, Known) and isinstance(what.value, (str, bytes)):
        return len(what.value)
    return None


def only(argument: Argument | None) -> What | None:
    """The single value that an argument can have."""
    return argument.value[0].what if argument is not None and len(argument.value) == 1 else None


def library(what: What) -> str | None:
    """The dotted name of something outside the project."""
    return what.name if isinstance(what, Library) else None
