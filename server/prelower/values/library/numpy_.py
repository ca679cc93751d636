"""Numpy's scalar types and the functions that make arrays."""

from __future__ import annotations

import math

from prelower.values.arrays import Shape, item_or_array, known_int, ndarray, of_others, short_dtype
from prelower.values.classinfo import class_of, info
from prelower.values.library.dtypes import dtype_name, dtype_of_value
from prelower.values.library.table import Args, Function, Keywords, at, attempt
from prelower.values.model import ABSENT, Array, Instance, Known, Possible, Sequence, Unknown, What
from prelower.values.plain import INT, Result, class_name, number, of_whats, raises, sequence, single
from prelower.values.render import text_of
from prelower.values.scalars import DTYPES, DType, cast, default_dtype, promote, scalar
from prelower.values.truth import truth

_NUMBERS = ("builtins.bool", "builtins.int", "builtins.float", "builtins.complex")
_LISTS = ("builtins.list", "builtins.tuple", "builtins.range")
_MAX_LEAVES = 4096
NOT_KNOWN = Unknown("a numpy function of values that are not known")


def make_scalar(dtype: DType) -> Function:
    """The function `numpy.float32` or the like: a scalar of a number, an array of a list."""

    def run(args: Args, keywords: Keywords) -> Result:
        if not args:
            return scalar(dtype, 0)
        if len(args) > 1 or keywords:
            return scalar(dtype) if dtype.kind == "c" else NOT_KNOWN
        what = args[0]
        if isinstance(what, Array):
            return item_or_array(Array(info("numpy.ndarray"), what.shape), what.shape, dtype.name)
        if isinstance(what, Sequence):
            shape = shape_of(what)
            return ndarray(shape, dtype.name) if shape else Unknown("an array of a shape that is not known")
        return _scalar_of(dtype, what)

    return run


def _scalar_of(dtype: DType, what: What) -> What:
    if dtype.kind == "b":
        answer = truth(what)
        return (
            scalar(dtype, ABSENT if answer is None else answer) if class_name(what) else Unknown("a bool or an array")
        )
    name = class_name(what)
    value = number(what)
    if name == "builtins.NoneType":
        value = math.nan if dtype.kind == "f" else ABSENT
        return scalar(dtype, value) if dtype.kind in "fc" else raises("TypeError", f"`numpy.{dtype.name}(None)`")
    if isinstance(value, str):
        return _of_text(dtype, value)
    is_number = name in _NUMBERS or name.startswith(("numpy.int", "numpy.uint", "numpy.float", "numpy.bool"))
    if not is_number and name != "builtins.str":
        return Unknown(f"`numpy.{dtype.name}()` of a value that is not known")
    if isinstance(value, int) and name == "builtins.int" and dtype.kind in "iu" and cast(value, dtype) is ABSENT:
        return raises("OverflowError", f"a Python integer out of bounds for {dtype.name}")
    return scalar(dtype, value)


def _of_text(dtype: DType, text: str) -> What:
    read = {"i": int, "u": int, "f": float, "c": complex}[dtype.kind]
    value = attempt(read, text)
    return scalar(dtype, value.value) if isinstance(value, Known) else value


def _text_scalar(args: Args, keywords: Keywords) -> Result:
    if args and isinstance(args[0], (Array, Sequence)):
        return NOT_KNOWN
    text = text_of(args[0]) if args else ""
    return Instance(info("numpy.str_"), value=ABSENT if text is None else text)


def _bytes_scalar(args: Args, keywords: Keywords) -> Result:
    if args and isinstance(args[0], (Array, Sequence)):
        return NOT_KNOWN  # an array of texts
    value = number(args[0]) if args else b""
    return Instance(info("numpy.bytes_"), value=value if isinstance(value, bytes) else ABSENT)


def shape_of(what: What) -> Shape | None:
    """The shape of the array that numpy makes of a value."""
    if isinstance(what, Array):
        return what.shape
    if isinstance(what, Sequence):
        if what.rest or class_name(what) not in _LISTS:
            return None
        shapes = [None if (item := single(each)) is None else shape_of(item) for each in what.items[:_MAX_LEAVES]]
        inner: Shape | None = shapes[0] if shapes else ()
        if inner is None or any(shape != inner for shape in shapes):
            return None
        return (len(what.items), *inner)
    name = class_name(what)
    return () if name in _NUMBERS or name.startswith(("numpy.int", "numpy.uint", "numpy.float", "numpy.bool")) else None


def dtype_of_data(what: What) -> str | None:
    """The number type that numpy finds for a value, None where it is not known."""
    if isinstance(what, Array):
        return short_dtype(what)
    dtypes = leaves(what)
    if dtypes is None:
        return None
    if not dtypes:
        return "float64"
    result = dtypes[0]
    for dtype in dtypes[1:]:
        result = promote(result, dtype)
    return result.name


def leaves(what: What) -> list[DType] | None:
    """The number types of all numbers in nested lists."""
    if isinstance(what, Sequence) and class_name(what) in _LISTS:
        found: list[DType] = []
        for each in what.items[:_MAX_LEAVES]:
            item = single(each)
            inner = None if item is None else leaves(item)
            if inner is None:
                return None
            found += inner
        return None if what.rest else found
    name = class_name(what)
    if name in _NUMBERS:
        value = number(what)
        huge = name == "builtins.int" and isinstance(value, int) and value.bit_length() > 63
        return None if huge else [default_dtype(name[9:])]
    known = dtype_of_value(what)
    return [DTYPES[known]] if known in DTYPES else None


def shape_argument(what: What | None) -> Shape | None:
    """The shape that a `shape=` argument stands for: an int or a tuple of ints."""
    if isinstance(what, Sequence) and not what.rest:
        whats = [single(each) for each in what.items]
        return tuple(known_int(each) if each is not None else None for each in whats)
    cls = class_of(what) if what is not None else None
    if what is not None and cls is not None and cls.derives("builtins.int", "numpy.integer"):
        return (known_int(what),)
    return None


def given_dtype(args: Args, keywords: Keywords, place: int, otherwise: str | None) -> str | None:
    """The number type given as `dtype`, or else the function's own."""
    what = at(args, keywords, place, "dtype")
    return otherwise if what is None or what == Known(None) else dtype_name(what)


def _array(place: int) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        if not args:
            return None
        others = of_others(args[0], at(args, keywords, place, "dtype"))
        if others is not None:
            return others
        dtype = given_dtype(args, keywords, place, dtype_of_data(args[0]))
        return ndarray(shape_of(args[0]), dtype)

    return run


def _contiguous(args: Args, keywords: Keywords) -> Result:
    made = _array(1)(args, keywords)
    return made._replace(shape=made.shape or (1,)) if isinstance(made, Array) and made.shape is not None else made


def _filled(args: Args, keywords: Keywords) -> Result:
    return ndarray(shape_argument(at(args, keywords, 0, "shape")), given_dtype(args, keywords, 1, "float64"))


def _full(args: Args, keywords: Keywords) -> Result:
    value = at(args, keywords, 1, "fill_value")
    own = dtype_of_data(value) if value is not None else None
    return ndarray(shape_argument(at(args, keywords, 0, "shape")), given_dtype(args, keywords, 2, own))


def _like(dtype_place: int) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        if not args:
            return None
        own = dtype_of_data(args[0])
        return ndarray(shape_of(args[0]), given_dtype(args, keywords, dtype_place, own))

    return run


def arange_shape(args: Args) -> Shape:
    """The shape of `arange(...)`."""
    values = [number(what) for what in args[:3]]
    if values and all(isinstance(value, int) for value in values):
        try:
            return (len(range(*values)),)  # type: ignore[call-overload]
        except (ValueError, OverflowError):
            return (None,)
    return (None,)


def arange_kind(args: Args) -> str | None:
    """The number type of `arange(...)` as numpy has it."""
    return dtype_of_data(Sequence(info("builtins.list"), ())) if not args else _common([*args[:3]])


def _common(whats: list[What]) -> str | None:
    parts = [leaves(what) for what in whats]
    if any(not part for part in parts):
        return None
    dtype = DTYPES["int64"] if all(part[0].kind == "i" for part in parts if part) else None
    return dtype.name if dtype else "float64" if any(part[0].kind == "f" for part in parts if part) else None


def _arange(args: Args, keywords: Keywords) -> Result:
    if set(keywords) - {"dtype"}:
        return ndarray((None,), None)
    return ndarray(arange_shape(args), given_dtype((), keywords, 3, arange_kind(args)))


def _linspace(args: Args, keywords: Keywords) -> Result:
    count = known_int(at(args, keywords, 2, "num") or Known(50))
    plain = len(args) <= 3 and not set(keywords) - {"num", "endpoint", "dtype"}
    whole = all(class_name(what) in _NUMBERS[:3] for what in args[:2]) and len(args) >= 2
    return ndarray((count,), given_dtype((), keywords, 5, "float64")) if plain and whole else None


def _eye(args: Args, keywords: Keywords) -> Result:
    rows = known_int(at(args, keywords, 0, "N"))
    return ndarray((rows, rows), given_dtype((), keywords, 9, "float64")) if len(args) == 1 else None


def _size(args: Args, keywords: Keywords) -> Result:
    shape = shape_of(args[0]) if args else None
    known = shape is not None and None not in shape and len(args) == 1 and not keywords
    return Known(math.prod(length or 0 for length in shape)) if known and shape is not None else INT


def _ndim(args: Args, keywords: Keywords) -> Result:
    shape = shape_of(args[0]) if args else None
    return INT if shape is None else Known(len(shape))


def shape_tuple(shape: Shape | None) -> What:
    """The tuple of ints that a shape is."""
    if shape is None:
        return sequence("tuple", (), rest=True)._replace(each=(Possible(INT),))
    return of_whats("tuple", [INT if length is None else Known(length) for length in shape])


def is_shape(what: What) -> bool:
    """Whether something is a tuple of any number of ints."""
    return isinstance(what, Sequence) and not what.items and what.each == (Possible(INT),)


def _shape(args: Args, keywords: Keywords) -> Result:
    return shape_tuple(shape_of(args[0]) if args else None)


_MAKERS: dict[str, Function] = {
    "array": _array(1),
    "asarray": _array(1),
    "ascontiguousarray": _contiguous,
    "zeros": _filled,
    "ones": _filled,
    "empty": _filled,
    "full": _full,
    "zeros_like": _like(1),
    "ones_like": _like(1),
    "empty_like": _like(1),
    "full_like": _like(2),
    "arange": _arange,
    "linspace": _linspace,
    "eye": _eye,
    "identity": _eye,
}
ABOUT: dict[str, Function] = {"size": _size, "ndim": _ndim, "shape": _shape}
FUNCTIONS: dict[str, Function] = {
    **{f"numpy.{name}": make_scalar(dtype) for name, dtype in DTYPES.items()},
    "numpy.str_": _text_scalar,
    "numpy.bytes_": _bytes_scalar,
    **{f"numpy.{name}": function for name, function in {**_MAKERS, **ABOUT}.items()},
}
CONSTANTS: dict[str, What] = {
    "numpy.pi": Known(math.pi),
    "numpy.e": Known(math.e),
    "numpy.euler_gamma": Known(0.5772156649015329),
    "numpy.inf": Known(math.inf),
    "numpy.nan": Known(math.nan),
    "numpy.newaxis": Known(None),
    "numpy.True_": scalar(DTYPES["bool"], True),
    "numpy.False_": scalar(DTYPES["bool"], False),
}
