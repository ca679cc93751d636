"""Arrays of numpy and JAX: attributes, methods, items and operators."""

from __future__ import annotations

from math import prod

from prelower.values import numeric
from prelower.values.classinfo import class_of, info
from prelower.values.model import Array, Instance, Known, Library, Sequence, Unknown, What
from prelower.values.plain import class_name, index
from prelower.values.scalars import DTYPES, ITEM_BYTES, DType, dtype_of, scalar

JAX, NUMPY = "jax.Array", "numpy.ndarray"
TEXTS, OBJECTS = "<U", "object"
"""What the types of arrays of texts (`<U8`: of eight characters at most) and of objects begin with."""
Shape = tuple["int | None", ...]


def ndarray(shape: Shape | None, dtype: str | None) -> Array:
    """A numpy array of that shape and type, the type without its module."""
    return Array(info(NUMPY), shape, full_dtype(dtype))


def jax_array(shape: Shape | None, dtype: str | None) -> Array:
    """A JAX array of that shape and type, the type without its module."""
    return Array(info(JAX), shape, full_dtype(dtype))


def full_dtype(name: str | None) -> str | None:
    """The dotted name of a number type: `numpy.float32`, `ml_dtypes.bfloat16`."""
    if name is None or "." in name:
        return name
    return f"numpy.{name}" if name in DTYPES else f"ml_dtypes.{name}"


def short_dtype(array: Array) -> str | None:
    """The name of an array's number type without its module."""
    return array.dtype.rpartition(".")[2] if array.dtype and not of_no_numbers(array) else None


def of_no_numbers(array: Array) -> bool:
    """Whether an array is surely one of texts or of objects."""
    return array.dtype is not None and array.dtype.startswith((TEXTS, OBJECTS))


def of_others(what: What, asked: What | None) -> Array | None:
    """The numpy array of texts or of objects that a flat list or the `dtype` asked for surely makes."""
    if isinstance(asked, Library) and asked.name in ("builtins.object", "numpy.object_") or asked == Known("object"):
        return Array(info(NUMPY), dtype=OBJECTS)
    items = what.items if isinstance(what, Sequence) and not what.rest else ()
    values = [item[0].what.value for item in items if len(item) == 1 and isinstance(item[0].what, Known)]
    texts = [value for value in values if isinstance(value, str)]
    if asked is None and texts and len(texts) == len(items):
        return Array(info(NUMPY), (len(texts),), f"{TEXTS}{max(1, *map(len, texts))}")
    return None


def is_jax(what: What) -> bool:
    """Whether it is an array of JAX."""
    return isinstance(what, Array) and what.cls.name == JAX


def size(shape: Shape | None) -> int | None:
    """How many items an array of that shape has."""
    if shape is None or any(length is None for length in shape):
        return None
    return prod(length for length in shape if length is not None)


def item_bytes(array: Array) -> int | None:
    """How many bytes an item takes."""
    name = short_dtype(array)
    return ITEM_BYTES.get(name) if name else None


def broadcast(left: Shape | None, right: Shape | None) -> Shape | None:
    """The shape that two shapes have in common, None where it is not known."""
    if left is None or right is None:
        return None
    rank = max(len(left), len(right))
    pairs = zip((1,) * (rank - len(left)) + left, (1,) * (rank - len(right)) + right, strict=True)
    return tuple(_broadcast_length(a, b) for a, b in pairs)


def _broadcast_length(a: int | None, b: int | None) -> int | None:
    if a == b or b == 1:
        return a
    if a == 1:
        return b
    return b if a is None else a if b is None else None


def binary(op: str, left: What, right: What) -> What:
    """What an operator gives where one operand at least is an array."""
    if not _numeric(left) or not _numeric(right):
        return Unknown("an operator of an array and something that is no number")
    shape = _shape(op, left, right)
    if is_jax(left) or is_jax(right):
        return jax_array(shape, jax_dtype(op, left, right))
    dtype = _numpy_dtype(op, left, right)
    if shape is None:
        return Unknown("an array or a scalar of numpy")
    if shape == ():
        return scalar(DTYPES[dtype]) if dtype in DTYPES else Unknown("a scalar of numpy")
    return ndarray(shape, dtype)


def _numeric(what: What) -> bool:
    if isinstance(what, Array):
        return True
    name = class_name(what).removeprefix("builtins.")
    return dtype_of(what) is not None or name in ("bool", "int", "float", "complex")


def _shape(op: str, left: What, right: What) -> Shape | None:
    first, second = (what.shape if isinstance(what, Array) else () for what in (left, right))
    if op != "@":
        return broadcast(first, second)
    if first is None or second is None or len(first) != 2 or len(second) != 2:
        return None
    return (first[0], second[1])


def jax_dtype(op: str, left: What, right: What) -> str | None:
    """The type of an operation on JAX arrays, where it is plain to see."""
    names = {short_dtype(what) for what in (left, right) if isinstance(what, Array)}
    name = names.pop() if len(names) == 1 else None
    others = [what for what in (left, right) if not isinstance(what, Array)]
    if name is None or name not in ITEM_BYTES or any(class_name(each) not in _gives_way(name) for each in others):
        return None
    return name if op != "/" or "float" in name else None


def _gives_way(name: str) -> tuple[str, ...]:
    """The Python numbers that take on the array's type."""
    if "float" in name:
        return ("builtins.float", "builtins.int", "builtins.bool")
    return ("builtins.int", "builtins.bool") if "int" in name else ()


def _numpy_dtype(op: str, left: What, right: What) -> str | None:
    scalars = [as_scalar(what) for what in (left, right)]
    if any(isinstance(each, Unknown) for each in scalars):
        return None
    common = numeric.common_dtype(*scalars)
    if isinstance(common, Unknown):
        return None
    dtype = numeric.result_dtype("*" if op == "@" else op, common)
    return dtype.name if isinstance(dtype, DType) else None


def as_scalar(what: What) -> What:
    """An item of an array, anything else as it is."""
    if not isinstance(what, Array):
        return what
    name = short_dtype(what)
    if name in DTYPES:
        return scalar(DTYPES[name])
    return Instance(info(f"{what.dtype}")) if name else Unknown("an item of an array")


def python_item(array: Array) -> What:
    """What `.item()` gives: a Python scalar."""
    name = short_dtype(array)
    if name is None:
        return Unknown("an item of an array whose type is not known")
    if name == "bool":
        return Instance(info("builtins.bool"))
    for word in ("complex", "float", "int"):
        if word in name:
            return Instance(info(f"builtins.{word}"))
    return Unknown("an item of an array")


def item_or_array(array: Array, shape: Shape | None, dtype: str | None = None) -> What:
    """What an array becomes with another shape: numpy gives a scalar where no dimension is left, JAX never."""
    name = dtype or short_dtype(array)
    if is_jax(array):
        return jax_array(shape, name)
    if shape is None:
        return Unknown("an array or a scalar of numpy")
    if shape == ():
        return as_scalar(ndarray((), name))
    return ndarray(shape, name)


def classes(what: What) -> str:
    """The dotted class name of anything that has one."""
    cls = class_of(what)
    return cls.name if cls else ""


def known_int(what: What | None) -> int | None:
    """The int that it is known to be."""
    value = index(what) if isinstance(what, (Known, Instance)) else None
    return int(value) if isinstance(value, int) else None
