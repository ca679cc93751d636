"""Truth, sameness and comparison: decided where they can be, never guessed."""

from __future__ import annotations

from prelower.values.classinfo import class_of, is_ours
from prelower.values.comparison import real, with_array, with_scalar
from prelower.values.model import (
    ABSENT,
    Absent,
    Array,
    Callable_,
    ClassInfo,
    Instance,
    Known,
    Library,
    Mapping,
    Sequence,
    Unknown,
    What,
)
from prelower.values.plain import BOOL, class_name, concrete, number, plain, raises, same, single
from prelower.values.scalars import is_scalar

_ALWAYS_TRUE = (
    *("function", "builtin_function_or_method", "method", "module", "type", "property", "ellipsis", "generator"),
    *("zip", "map", "filter", "enumerate", "reversed"),
)
_TRUE_OBJECTS = ("datetime.date", "datetime.time", "pathlib.PurePath", "re.Pattern", "re.Match", "functools.partial",
                 "jax.ShapeDtypeStruct")  # fmt: skip
_TRUE_KINDS = ("function", "method", "module", "partial")
_ORDERED = ("builtins.list", "builtins.tuple")
_GROUPS = {
    **dict.fromkeys(("bool", "int", "float", "complex"), "number"),
    **dict.fromkeys(("str", "list", "tuple", "dict", "NoneType", "ellipsis", "range"), ""),
    **dict.fromkeys(("bytes", "bytearray"), "bytes"),
    **dict.fromkeys(("set", "frozenset"), "set"),
}
"""Builtin classes whose values equal only those of their own group ("": of the class itself)."""


def same_type_and_value(a: What, b: What) -> bool:
    """Whether two descriptions say the same, to the type: `1`, `True` and `1.0` are three things, `nan` is itself."""
    return same(a, b)


def truth(what: What) -> bool | None:
    """What `bool(what)` is, None where it is not known."""
    if isinstance(what, Known):
        return bool(what.value)
    if isinstance(what, (Sequence, Mapping)):
        return _truth_of_container(what)
    if isinstance(what, Instance):
        return _truth_of_instance(what)
    if isinstance(what, Callable_):
        return True if what.kind in _TRUE_KINDS else None
    return True if isinstance(what, Library) and is_ours(what.name) else None


def _truth_of_container(what: Sequence | Mapping) -> bool | None:
    if what.cls.name.removeprefix("builtins.") in _ALWAYS_TRUE:
        return True
    if not is_ours(what.cls.name):
        return None
    filled = bool(what.items) if isinstance(what, Sequence) else any(entry.sure for entry in what.entries)
    if filled:
        return True
    possible = what.rest or (isinstance(what, Mapping) and bool(what.entries))
    return None if possible else False


def _truth_of_instance(what: Instance) -> bool | None:
    if what.cls.derives("enum.Enum"):
        return _truth_of_member(what)
    name = class_name(what)
    if not name:
        return None
    if not isinstance(what.value, Absent):
        return bool(what.value)
    if name.removeprefix("builtins.") in _ALWAYS_TRUE or what.cls.derives(*_TRUE_OBJECTS):
        return True
    return False if name == "builtins.NoneType" else None


def _truth_of_member(what: Instance) -> bool | None:
    """Members of a plain Enum are true; those of IntEnum, StrEnum and Flag have their value's truth."""
    if not what.cls.known:
        return None
    if not what.cls.derives("builtins.int", "builtins.str", "builtins.float", "enum.Flag"):
        return True
    return None if isinstance(what.value, Absent) else bool(what.value)


def compare(op: str, a: What, b: What) -> What:
    """What a comparison gives: the answer where it is decided, else a bool of no known value, or Unknown."""
    if op in ("is", "is not"):
        return _negated(_identical(a, b), op == "is not")
    if op in ("in", "not in"):
        return _membership(a, b, op == "not in")
    if isinstance(a, Array) or isinstance(b, Array):
        return with_array(op, a, b)
    if is_scalar(a) or is_scalar(b):
        return with_scalar(op, a, b)
    if _version(a) and _version(b):
        return real(op, a.value, b.value)  # type: ignore[union-attr]
    left, right = concrete(_member(a)), concrete(_member(b))
    if not isinstance(left, Absent) and not isinstance(right, Absent):
        return real(op, left, right)
    return _by_class(op, a, b)


def _negated(answer: bool | None, negate: bool) -> What:
    return BOOL if answer is None else Known(answer != negate)


def _version(what: What) -> bool:
    """Whether a value is a version as `packaging` reads it, whose value is its numbers."""
    return isinstance(what, Instance) and what.cls.name == "packaging.version.Version" and isinstance(what.value, tuple)


def _member(what: What) -> What:
    """An IntEnum or str member as its value, since it compares as that."""
    if isinstance(what, Instance) and what.cls.derives("enum.IntEnum", "enum.StrEnum", "enum.IntFlag"):
        return Known(what.value) if what.cls.known and not isinstance(what.value, Absent) else what
    return what


def _by_class(op: str, a: What, b: What) -> What:
    if op in ("==", "!=") and _both_members(a, b):
        return _negated(_identical(a, b), op == "!=")
    left, right = class_name(a), class_name(b)
    if not left or not right:
        return Unknown("a comparison with a value that is not known")
    if not (left.startswith("builtins.") and right.startswith("builtins.")):
        return Unknown("a comparison of values that are not known")
    if op not in ("==", "!="):
        ordered = left in _ORDERED or right in _ORDERED  # these give what comparing two items gives
        return Unknown("a comparison of items that are not known") if ordered else BOOL
    differ = _kinds_differ(left, right) or _lengths_differ(a, b)
    return Known(op == "!=") if differ else BOOL


def _both_members(a: What, b: What) -> bool:
    return isinstance(a, Instance) and isinstance(b, Instance) and a.cls == b.cls and a.cls.derives("enum.Enum")


def _kinds_differ(left: str, right: str) -> bool:
    """Whether no value of one builtin class equals one of the other."""
    names = [name.removeprefix("builtins.") for name in (left, right)]
    if any(name not in _GROUPS for name in names):
        return False
    return (_GROUPS[names[0]] or names[0]) != (_GROUPS[names[1]] or names[1])


def _lengths_differ(a: What, b: What) -> bool:
    both = isinstance(a, Sequence) and isinstance(b, Sequence) and a.cls == b.cls and not a.rest and not b.rest
    return both and a.cls.name in ("builtins.list", "builtins.tuple") and len(a.items) != len(b.items)  # type: ignore[union-attr]


def _identical(a: What, b: What) -> bool | None:
    """Whether both are one object: decided for singletons, for different classes, and for classes of our tables."""
    if isinstance(a, Library) and isinstance(b, Library):
        return _same_library(a.name, b.name)
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return None
    left, right = class_of(a), class_of(b)
    if left is None or right is None:
        return None
    if left.name != right.name:
        return False if _apart(a, left, b, right) else None
    if left.name in ("builtins.NoneType", "builtins.ellipsis"):
        return True
    return _same_object(a, b)


def _apart(a: What, left: ClassInfo, b: What, right: ClassInfo) -> bool:
    """Whether the classes, subclasses included where they are possible, cannot meet in one object."""
    loose = [isinstance(what, Instance) and not what.exact for what in (a, b)]
    if not any(loose):
        return True
    singleton = {"builtins.NoneType", "builtins.bool", "builtins.ellipsis"}
    if (left.name in singleton and loose == [False, True]) or (right.name in singleton and loose == [True, False]):
        other, one = (right, left) if left.name in singleton else (left, right)
        return other.name not in one.mro and other.known
    return False


def _same_object(a: What, b: What) -> bool | None:
    """Two values of one class: booleans and enum members are one object where equal, unequal ones are two."""
    left, right = (each.value if isinstance(each, (Known, Instance)) else ABSENT for each in (a, b))
    if isinstance(left, Absent) or isinstance(right, Absent):
        return None
    if not same(left, right):
        return False if type(left) is type(right) else None
    single_object = isinstance(left, bool) or _both_members(a, b)
    return True if single_object else None


def _same_library(left: str, right: str) -> bool | None:
    if left == right:
        return True
    builtin = left.startswith("builtins.") and right.startswith("builtins.")
    return False if builtin and is_ours(left) and is_ours(right) else None


def _membership(item: What, container: What, negate: bool) -> What:
    if isinstance(container, Known):
        return _in_plain(item, container.value, negate)
    if isinstance(container, Sequence):
        parts = [single(each) for each in container.items]
    elif isinstance(container, Mapping):
        parts = [entry.key if entry.sure else None for entry in container.entries]
    else:
        return BOOL if class_name(container) in STRINGS else Unknown("what it is looked up in")
    if _not_itself(item):
        return BOOL
    answers = [compare("==", item, part) if part is not None else BOOL for part in parts]
    decided = [truth(answer) for answer in answers]
    if True in decided:
        return Known(not negate)
    return Known(negate) if all(each is False for each in decided) and not container.rest else BOOL


STRINGS = ("builtins.str", "builtins.bytes")


def _not_itself(item: What) -> bool:
    """Whether it is a `nan`, which `in` finds by identity."""
    value = number(item)
    return isinstance(value, (float, complex)) and value != value


def _in_plain(item: What, text: object, negate: bool) -> What:
    value = plain(item)
    if not isinstance(text, (str, bytes)):
        return raises("TypeError", f"argument of type {type(text).__name__} is not iterable")
    if isinstance(value, Absent):
        return BOOL if class_name(item) in (*STRINGS, "builtins.int") else Unknown("what is looked up")
    try:
        return Known((value in text) != negate)  # type: ignore[operator]
    except (TypeError, ValueError) as error:
        return raises(error, "`in` on a string")
