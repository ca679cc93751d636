"""Attributes, methods and items of arrays, and of numpy's scalars, which have the same ones."""

from __future__ import annotations

from prelower.values import arrays
from prelower.values.arrays import Shape, item_bytes, item_or_array, known_int, python_item, short_dtype, size
from prelower.values.library.dtypes import canonical, dtype_instance, dtype_name
from prelower.values.library.numpy_ import shape_argument, shape_tuple
from prelower.values.library.reductions import REDUCTIONS, reduced
from prelower.values.library.table import Args, Keywords, attempt
from prelower.values.model import Absent, Array, Instance, Known, Sequence, Unknown, What
from prelower.values.plain import BOOL, BYTES, INT, STR, Result, known, number, of_whats, sequence, single
from prelower.values.scalars import DTYPES, dtype_of, scalar

_KEEPING = ("copy", "block_until_ready", "round", "conj", "conjugate")
_RESHAPING = ("transpose", "squeeze", "swapaxes", "repeat", "cumsum", "cumprod", "dot", "clip")
_UNKNOWN = Unknown("an item of an array")


def attribute(what: Array, name: str) -> Result:
    """What an attribute of an array is."""
    count, each = size(what.shape), item_bytes(what)
    if name == "shape":
        return shape_tuple(what.shape)
    if name == "ndim":
        return INT if what.shape is None else Known(len(what.shape))
    if name == "size":
        return INT if count is None else Known(count)
    if name == "itemsize":
        return INT if each is None else Known(each)
    if name == "nbytes":
        return INT if count is None or each is None else Known(count * each)
    if name == "dtype":
        return dtype_instance(short_dtype(what))
    if name in ("T", "mT"):
        turned = None if what.shape is None else what.shape[::-1] if name == "T" else None
        return _reshaped(what, turned)
    return what._replace(text=None) if name == "real" and "complex" not in (what.dtype or "complex") else None


def _reshaped(what: Array, shape: Shape | None) -> What:
    """An array with the same items in another shape; it stays an array even where no dimension is left."""
    return Array(what.cls, shape, what.dtype)


def method(what: Array, name: str, args: Args, keywords: Keywords) -> Result:
    """What a method of an array gives."""
    if name in REDUCTIONS and not name.startswith(("nan", "count", "median", "am")):
        return reduced(name, what, args, keywords)
    if name == "item":
        return python_item(what)
    if name == "tolist":
        return _listed(what, what.shape) if what.shape is not None else _UNKNOWN
    if name == "astype":
        given = args[0] if args else keywords.get("dtype")
        dtype = dtype_name(given)
        return arrays_of(what, what.shape, canonical(dtype) if arrays.is_jax(what) else dtype)
    if name == "reshape":
        return _reshaped(what, _new_shape(what, args) if not keywords else None)
    if name in ("ravel", "flatten"):
        return _reshaped(what, (size(what.shape),))
    if name in _KEEPING:
        keeps = what.shape != () or arrays.is_jax(what) or name == "copy"
        return _reshaped(what, what.shape) if keeps and what.dtype != "numpy.bool" else _UNKNOWN
    if name in _RESHAPING:
        return Array(what.cls) if arrays.is_jax(what) else None
    if name == "tobytes":
        return BYTES
    return {"is_fully_addressable": BOOL, "devices": None}.get(name)


_LAID_OUT = 64


def _listed(what: Array, shape: Shape) -> What:
    """The nested lists of Python's numbers that an array's items make."""
    if not shape:
        return python_item(what)
    length = shape[0]
    if length is None or length > _LAID_OUT or (size(shape) or _LAID_OUT + 1) > _LAID_OUT:
        return sequence("list", (), rest=True)
    return of_whats("list", [_listed(what, shape[1:])] * length)


def arrays_of(what: Array, shape: Shape | None, dtype: str | None) -> Array:
    """An array of the same library with another shape and type."""
    return Array(what.cls, shape, arrays.full_dtype(dtype))


def _new_shape(what: Array, args: Args) -> Shape | None:
    """The shape that `reshape` gives, with the dimension written as -1 found."""
    given: What = args[0] if len(args) == 1 else of_whats("tuple", list(args))
    shape = shape_argument(given)
    if shape is None or any(length is not None and length < -1 for length in shape):
        return None
    if -1 not in shape:
        return shape
    total, others = size(what.shape), [length for length in shape if length != -1]
    rest = size(tuple(others))
    found = total // rest if total is not None and rest else None
    return tuple(found if length == -1 else length for length in shape)


def subscript(what: Array, index: What) -> What:
    """What an item or slice of an array is."""
    parts = _parts(index)
    shape = None if what.shape is None else _indexed(what.shape, parts)
    if what.shape is not None and shape is None and not arrays.is_jax(what):
        return Unknown("an array or a scalar of numpy")
    if _is_tuple(index) and not parts:
        return item_or_array(what, what.shape)
    sliced = any(part is not None and _is_slice(part) for part in parts)
    return _reshaped(what, shape) if sliced else item_or_array(what, shape)


def _parts(index: What) -> list[What | None]:
    if isinstance(index, Sequence) and _is_tuple(index):
        return [single(item) for item in index.items]
    return [index]


def _is_tuple(index: What) -> bool:
    return isinstance(index, Sequence) and index.cls.name == "builtins.tuple" and not index.rest


def _is_slice(part: What) -> bool:
    return (isinstance(part, (Sequence, Instance)) and part.cls.name == "builtins.slice") or part == Known(...)


def _indexed(shape: Shape, parts: list[What | None]) -> Shape | None:
    """The shape that is left after ints and slices, None where it is not plain to see."""
    if len(parts) > len(shape):
        return None
    left: list[int | None] = []
    for place, part in enumerate(parts):
        if part is None or part == Known(...) or part == Known(None):
            return None
        if _is_slice(part):
            left.append(None)
        elif known_int(part) is None and not _is_int(part) or isinstance(part, Known) and isinstance(part.value, bool):
            return None
        length = shape[place]
        at = known_int(part)
        if at is not None and length is not None and not -length <= at < length:
            return None
    return (*left, *shape[len(parts) :])


def _is_int(part: What) -> bool:
    return isinstance(part, Instance) and (part.cls.name == "builtins.int" or part.cls.derives("numpy.integer"))


# -- numpy's scalars


def scalar_attribute(what: Instance, name: str) -> Result:
    """What an attribute of a numpy scalar is."""
    dtype = dtype_of(what)
    if dtype is None:
        return None
    simple: dict[str, What] = {
        "shape": of_whats("tuple", []),
        "ndim": Known(0),
        "size": Known(1),
        "itemsize": Known(dtype.bytes),
        "nbytes": Known(dtype.bytes),
        "dtype": dtype_instance(dtype.name),
        "T": what,
    }
    if name == "real" and dtype.kind != "c":
        return what
    return simple.get(name)


def scalar_method(what: Instance, name: str, args: Args, keywords: Keywords) -> Result:
    """What a method of a numpy scalar gives."""
    dtype = dtype_of(what)
    if dtype is None:
        return None
    if name in ("item", "tolist"):
        return python_value(what)
    if name == "astype":
        target = dtype_name(args[0] if args else keywords.get("dtype"))
        return scalar(DTYPES[target], number(what)) if target in DTYPES else Unknown("a numpy scalar of another type")
    if name in REDUCTIONS and not args and not keywords:
        return (
            reduced(name, what, args, keywords) if name in ("sum", "prod", "max", "min", "mean", "all", "any") else None
        )
    if name in ("copy", "round", "conjugate", "conj", "flatten") and not args:
        return what if name in ("copy",) or (name == "round" and dtype.kind in "iu") else None
    return _number_method(what, name, dtype.kind)


def _number_method(what: Instance, name: str, kind: str) -> Result:
    if name in ("is_integer", "as_integer_ratio") and kind == "f":
        value = number(what)
        otherwise = BOOL if name == "is_integer" else of_whats("tuple", [INT, INT])
        return otherwise if isinstance(value, Absent) else attempt(lambda: getattr(value, name)())
    if name == "bit_count" and kind in "iu":
        return INT
    if name == "hex" and what.cls.name == "numpy.float64":
        return STR
    return BYTES if name == "tobytes" else None


def python_value(what: Instance) -> What:
    """The Python number that `.item()` gives."""
    value = number(what)
    return python_item(arrays.ndarray((), what.cls.name[6:])) if isinstance(value, Absent) else known(value)
