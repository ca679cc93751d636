"""What JAX makes of a value that is to become an attribute of a call: what it cannot hash, what it has no form for."""

from __future__ import annotations

import builtins
from collections.abc import Iterable

from prelower.values.arrays import of_no_numbers
from prelower.values.classinfo import class_of, info, printed
from prelower.values.model import (
    Absent,
    Array,
    Callable_,
    ClassInfo,
    Instance,
    Known,
    Library,
    Mapping,
    Record,
    Value,
    What,
)
from prelower.values.model import Sequence as Items

NO_HANDLER = "No attribute handler defined for type: {}"
NO_TYPE = "No dtype_to_ir_type handler for dtype: {}"
NOT_SCALAR = "Unsupported scalar attribute type: {}"
TOO_LARGE = "Python int too large to convert to C long"
BAD_CAST = "std::bad_cast"
_SMALLEST, _LARGEST = -(2**63), 2**63 - 1
_DICTS = ("builtins.dict", "collections.OrderedDict", "collections.defaultdict", "collections.Counter")
_NO_HASH = frozenset(
    (*_DICTS, "builtins.list", "builtins.set", "builtins.bytearray", "builtins.dict_keys", "builtins.dict_items")
) | {"types.SimpleNamespace"}
_BUILTINS_WITHOUT = (
    "object range frozenset memoryview ellipsis NoneType NotImplementedType function builtin_function_or_method method"
    " module zip map filter enumerate reversed generator coroutine list_iterator list_reverseiterator range_iterator"
    " tuple_iterator dict_keyiterator dict_values"
)
_OTHERS_WITHOUT = (
    "decimal.Decimal fractions.Fraction functools.partial datetime.date datetime.datetime datetime.time"
    " datetime.timedelta datetime.timezone pathlib.Path pathlib.PurePath pathlib.PosixPath re.Pattern re.Match"
    " uuid.UUID"
)
_WITHOUT = frozenset(f"builtins.{name}" for name in _BUILTINS_WITHOUT.split()) | frozenset(_OTHERS_WITHOUT.split())
"""Classes that have a hash and no attribute handler."""
_ENUM_BASES = frozenset({"enum.Enum", "enum.Flag", "builtins.object"})
_JAX_SCALARS = frozenset(
    f"jax.numpy.{name}"
    for name in (
        "bool_ int4 int8 int16 int32 int64 uint4 uint8 uint16 uint32 uint64 bfloat16 float16 float32 float64 half"
        " single double int_ uint float_ float8_e4m3fn float8_e5m2 complex64 complex128"
    ).split()
)
_JAX_SCALAR_CLASS = "<class 'jax._src.numpy.scalar_types._ScalarMeta'>"


def is_dict(what: What) -> bool:
    """Whether a value is a dict of a class that we know."""
    return isinstance(what, Mapping) and what.cls.name in _DICTS


def without_hash(what: What) -> bool:
    """Whether a value surely has no hash, by its class or by what a tuple holds."""
    if isinstance(what, Items) and what.cls.name == "builtins.tuple":
        return any(each and all(without_hash(p.what) for p in each) for each in what.items)
    if isinstance(what, Instance):
        return what.cls.derives("jax.Array") or (what.exact and what.cls.name in _NO_HASH)
    if isinstance(what, Array):
        return what.cls.name != "jax.ShapeDtypeStruct"
    return isinstance(what, (Items, Mapping, Record)) and what.cls.name in _NO_HASH


def refusal(what: What) -> str | None:
    """What JAX says where it has no attribute for a value; None where it has one or that is not known."""
    if isinstance(what, Known):
        return _of_plain(what.value)
    if isinstance(what, Instance):
        return _of_instance(what)
    if isinstance(what, Array) and what.cls.name == "jax.ShapeDtypeStruct":
        return NO_HANDLER.format("<class 'jax.ShapeDtypeStruct'>")
    if isinstance(what, Array) and what.dtype is not None and of_no_numbers(what):
        return NO_TYPE.format(what.dtype.rpartition(".")[2])
    if isinstance(what, Items):
        return first(what.items) if what.cls.name == "builtins.tuple" else _by_class(what.cls)
    if isinstance(what, Mapping):
        return _of_dict(what) if is_dict(what) else None
    if isinstance(what, Callable_):
        return NO_HANDLER.format("<class 'type'>") if what.kind == "class" else _by_class(what.cls)
    return _of_library(what) if isinstance(what, Library) else None


def first(values: Iterable[Value]) -> str | None:
    """What JAX says on the first of these values that is surely refused."""
    for value in values:
        said = [refusal(p.what) for p in value]
        if said and all(said):
            return said[0]
    return None


def has_other_keys(what: Mapping) -> bool:
    """Whether a dict surely has a key that is no text."""
    return any(e.sure and isinstance(e.key, Known) and not isinstance(e.key.value, str) for e in what.entries)


def _of_dict(what: Mapping) -> str | None:
    said = first(e.value for e in what.entries if e.sure)
    return said or (BAD_CAST if has_other_keys(what) else None)


def _of_plain(value: object) -> str | None:
    if value is None or value is ...:
        return NO_HANDLER.format(type(value))
    if isinstance(value, complex):
        return NOT_SCALAR.format("<class 'numpy.ndarray'>")
    return _of_int(value)


def _of_int(value: object) -> str | None:
    out = isinstance(value, int) and not _SMALLEST <= value <= _LARGEST
    return TOO_LARGE if out else None


def _of_instance(what: Instance) -> str | None:
    cls = what.cls
    if cls.name in ("numpy.complex64", "numpy.complex128"):
        return NOT_SCALAR.format(printed(cls))
    if cls.derives("builtins.int") or cls.name == "numpy.uint64":
        said = None if isinstance(what.value, Absent) else _of_int(what.value)
        return BAD_CAST if said and cls.name == "numpy.uint64" else said
    if cls.name == "builtins.complex" and what.exact:
        return NOT_SCALAR.format("<class 'numpy.ndarray'>")
    if cls.derives("enum.Enum"):
        return _of_member(cls)
    return _by_class(cls) if what.exact or cls.derives("pathlib.PurePath") else None


def _of_member(cls: ClassInfo) -> str | None:
    """A member of an enum that is no int and no text besides: how the class prints is the enum's own."""
    if not cls.known or not set(cls.mro[1:]) <= _ENUM_BASES:
        return None
    kind = "flag" if cls.derives("enum.Flag") else "enum"
    return NO_HANDLER.format(f"<{kind} '{cls.name.rpartition('.')[2]}'>")


def _by_class(cls: ClassInfo) -> str | None:
    return NO_HANDLER.format(printed(cls)) if cls.name in _WITHOUT else None


def _of_library(what: Library) -> str | None:
    """A builtin function, or a class itself in place of one of its objects."""
    module, _, name = what.name.rpartition(".")
    if what.name in _JAX_SCALARS:
        return NO_HANDLER.format(_JAX_SCALAR_CLASS)
    if module == "builtins":
        return NO_HANDLER.format(type(getattr(builtins, name))) if hasattr(builtins, name) else None
    return NO_HANDLER.format("<class 'type'>") if is_scalar_class(what) or what.name == "numpy.ndarray" else None


def is_scalar_class(what: Library) -> bool:
    """Whether something is a class of scalars, of numpy or of JAX."""
    return what.name in _JAX_SCALARS or class_of(what) is not None and info(what.name).derives("numpy.generic")


def is_no_attribute(value: Value) -> bool:
    """Whether a value is surely no attribute of MLIR's: a plain one of Python or numpy."""
    classes = [class_of(p.what) for p in value]
    return bool(classes) and all(
        c is not None and c.known and c.name.startswith(("builtins.", "numpy.", "jax.Array")) for c in classes
    )
