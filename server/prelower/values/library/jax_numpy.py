"""`jax.numpy` and what of `jax` gives plain values: arrays of JAX everywhere, Python's numbers where JAX gives them."""

from __future__ import annotations

import math

from prelower.values import arrays
from prelower.values.arithmetic import binary
from prelower.values.arrays import jax_array, known_int, short_dtype
from prelower.values.classinfo import info
from prelower.values.library import dtypes
from prelower.values.library.array_ import method
from prelower.values.library.numpy_ import (
    ABOUT,
    arange_shape,
    dtype_of_data,
    given_dtype,
    shape_argument,
    shape_of,
    shape_tuple,
)
from prelower.values.library.reductions import REDUCTIONS, jax_reduced
from prelower.values.library.table import Args, Function, Keywords, always, at
from prelower.values.model import Absent, Array, Instance, Known, Record, Sequence, Unknown, What
from prelower.values.plain import INT, STR, Result, class_name, known, plain, raises, sequence, value_of
from prelower.values.scalars import ITEM_BYTES, dtype_of

_FLOAT_FUNCTIONS = (
    "sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh deg2rad rad2deg rint"
)
_SAME_FUNCTIONS = "ceil floor trunc round around abs absolute square sign negative positive"
_BINARY = (
    "add subtract multiply divide true_divide floor_divide mod remainder power maximum minimum fmax fmin gcd lcm "
    "left_shift right_shift bitwise_and bitwise_or bitwise_xor"
)
_NUMBERS = ("builtins.bool", "builtins.int", "builtins.float", "builtins.complex")
_DIVISION = ("divide", "true_divide")
NOT_KNOWN = Unknown("a jax.numpy function of values that are not known")


def _canonical_of(what: What) -> str | None:
    return dtypes.canonical(dtype_of_data(what))


def _numeric(what: What) -> bool:
    return isinstance(what, Array) or class_name(what) in _NUMBERS or dtype_of(what) is not None


def _make(name: str) -> Function:
    """The function `jax.numpy.float32` or the like: it makes an array of whatever it is given."""

    def run(args: Args, keywords: Keywords) -> Result:
        shape = shape_of(args[0]) if args else ()
        return jax_array(shape, dtypes.canonical(name))

    return run


def _array(args: Args, keywords: Keywords) -> Result:
    if not args:
        return None
    return jax_array(shape_of(args[0]), dtypes.canonical(given_dtype(args, keywords, 1, dtype_of_data(args[0]))))


def _filled(args: Args, keywords: Keywords) -> Result:
    dtype = dtypes.canonical(given_dtype(args, keywords, 1, "float32"))
    return jax_array(shape_argument(at(args, keywords, 0, "shape")), dtype)


def _full(args: Args, keywords: Keywords) -> Result:
    value = at(args, keywords, 1, "fill_value")
    own = dtype_of_data(value) if value is not None else None
    shape = shape_argument(at(args, keywords, 0, "shape"))
    return jax_array(shape, dtypes.canonical(given_dtype(args, keywords, 2, own)))


def _like(place: int) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        if not args:
            return None
        shape = None if "shape" in keywords else shape_of(args[0])
        return jax_array(shape, dtypes.canonical(given_dtype(args, keywords, place, dtype_of_data(args[0]))))

    return run


def _arange(args: Args, keywords: Keywords) -> Result:
    whole = all(class_name(what) == "builtins.int" for what in args)
    own = "int32" if whole and args else None
    return jax_array(arange_shape(args), dtypes.canonical(given_dtype((), keywords, 3, own)))


def _linspace(args: Args, keywords: Keywords) -> Result:
    return jax_array((known_int(at(args, keywords, 2, "num") or Known(50)),), None)


def _eye(args: Args, keywords: Keywords) -> Result:
    rows = known_int(at(args, keywords, 0, "N"))
    return jax_array(
        (rows, rows) if len(args) == 1 else None, dtypes.canonical(given_dtype((), keywords, 9, "float32"))
    )


def _elementwise(to_float: bool) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        what = args[0] if args else NOT_KNOWN
        if isinstance(what, Sequence):
            return raises("TypeError", "a list where jax.numpy wants an array")
        dtype = _canonical_of(what)
        if dtype is not None and "float" not in dtype:
            dtype = "float32" if to_float and "int" in dtype else dtype if "int" in dtype else None
        return jax_array(shape_of(what), dtype)

    return run


def _binary(name: str) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        if len(args) != 2 or any(isinstance(what, Sequence) for what in args):
            return jax_array(None, None)
        shape = arrays.broadcast(shape_of(args[0]), shape_of(args[1]))
        return jax_array(shape, _binary_dtype(name, args))

    return run


def _binary_dtype(name: str, args: Args) -> str | None:
    """The type of two operands, where both are Python's or JAX's own."""
    if all(class_name(what) in ("builtins.int", "builtins.float") for what in args):
        whole = all(class_name(what) == "builtins.int" for what in args)
        return "int32" if whole and name not in _DIVISION else "float32"
    return arrays.jax_dtype("/" if name in _DIVISION else "+", *args) if any(map(arrays.is_jax, args)) else None


def _reduction(name: str) -> Function:
    def run(args: Args, keywords: Keywords) -> Result:
        what = at(args, keywords, 0, "a")
        if isinstance(what, Sequence):
            return raises("TypeError", f"{name} requires ndarray or scalar arguments")
        if what is None or not _numeric(what):
            return jax_array(None, None)
        return jax_reduced(name, jax_array(shape_of(what), _canonical_of(what)), args[1:], keywords)

    return run


def _always_array(args: Args, keywords: Keywords) -> Result:
    return jax_array(None, None)


def _reshape(args: Args, keywords: Keywords) -> Result:
    if args and isinstance(args[0], Array):
        return method(jax_array(args[0].shape, short_dtype(args[0])), "reshape", args[1:], keywords)
    return jax_array(None, None)


_ARRAYS = (
    "concatenate stack vstack hstack where dot matmul einsum tensordot vdot outer transpose squeeze expand_dims "
    "broadcast_to pad clip tile repeat cumsum cumprod sort argsort take roll flip tril triu logical_and logical_or "
    "logical_not isnan isinf isfinite equal not_equal greater less greater_equal less_equal diag ravel moveaxis"
)

# -- beside jax.numpy


def cdiv(args: Args, keywords: Keywords) -> Result:
    """What `pallas.cdiv` gives: `a / b` rounded up, an int for ints."""
    if len(args) != 2:
        return None
    if any(class_name(what) == "builtins.float" for what in args):
        plain_ = class_name(args[0]) in ("builtins.int", "builtins.float") and class_name(args[1]) == "builtins.float"
        return jax_array((), "float32") if plain_ else Unknown("`cdiv` of a float")
    if not any(isinstance(what, Array) for what in args):
        return binary("//", binary("-", binary("+", *args), Known(1)), args[1])
    return jax_array(arrays.broadcast(shape_of(args[0]), shape_of(args[1])), None)


def _next_power_of_2(args: Args, keywords: Keywords) -> Result:
    if len(args) != 1 or class_name(args[0]) not in ("builtins.int", "builtins.bool"):
        return Unknown("`next_power_of_2` of a value that is not known to be an int")
    value = plain(args[0])
    if isinstance(value, Absent) or not isinstance(value, int):
        return INT
    return (
        raises("ValueError", "a negative number") if value < 0 else known(1 << (value - 1).bit_length() if value else 1)
    )


def _shape_struct(args: Args, keywords: Keywords) -> Result:
    shape = shape_argument(at(args, keywords, 0, "shape"))
    dtype = dtypes.canonical(dtypes.dtype_name(at(args, keywords, 1, "dtype")))
    count = arrays.size(shape)
    fields = {
        "shape": shape_tuple(shape),
        "dtype": dtypes.dtype_instance(dtype),
        "size": INT if count is None else Known(count),
        "ndim": INT if shape is None else Known(len(shape)),
    }
    number_ = -1_000_000 - sum(map(ord, f"{shape}{dtype}"))
    return Record(info("jax.ShapeDtypeStruct"), tuple((k, value_of(v)) for k, v in fields.items()), number_)


_MAKERS: dict[str, Function] = {
    "array": _array,
    "asarray": _array,
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
    "reshape": _reshape,
    **ABOUT,
}
_SCALARS = (*ITEM_BYTES, "bool_", "int_", "float_", "single", "double")
_SCALAR_TYPES = {"bool_": "bool", "int_": "int64", "float_": "float64", "single": "float32", "double": "float64"}
_CDIV = ("jax.experimental.pallas.cdiv", "jax._src.pallas.utils.cdiv", "jax._src.pallas.pallas_utils.cdiv")
_COUNTS = ("device_count", "local_device_count", "process_count", "process_index", "host_count", "host_id")
FUNCTIONS: dict[str, Function] = {
    **{f"jax.numpy.{name}": _always_array for name in _ARRAYS.split()},
    **{f"jax.numpy.{name}": _make(_SCALAR_TYPES.get(name, name)) for name in _SCALARS},
    **{f"jax.numpy.{name}": function for name, function in _MAKERS.items()},
    **{f"jax.numpy.{name}": _elementwise(True) for name in _FLOAT_FUNCTIONS.split()},
    **{f"jax.numpy.{name}": _elementwise(False) for name in _SAME_FUNCTIONS.split()},
    **{f"jax.numpy.{name}": _binary(name) for name in _BINARY.split()},
    **{f"jax.numpy.{name}": _reduction({"amax": "max", "amin": "min"}.get(name, name)) for name in REDUCTIONS},
    **dict.fromkeys(_CDIV, cdiv),
    "jax.experimental.pallas.next_power_of_2": _next_power_of_2,
    **{f"jax.{name}": always(INT) for name in _COUNTS},
    "jax.default_backend": always(STR),
    "jax.devices": always(sequence("list", (), rest=True)),
    "jax.local_devices": always(sequence("list", (), rest=True)),
    "jax.ShapeDtypeStruct": _shape_struct,
    **{f"jax.random.{name}": _always_array for name in ("PRNGKey", "normal", "uniform", "randint", "bernoulli")},
    "jax.random.key": always(Instance(info("jax.Array"), exact=False)),
}
CONSTANTS: dict[str, What] = {
    "jax.numpy.pi": Known(math.pi),
    "jax.numpy.e": Known(math.e),
    "jax.numpy.euler_gamma": Known(0.5772156649015329),
    "jax.numpy.inf": Known(math.inf),
    "jax.numpy.nan": Known(math.nan),
    "jax.numpy.newaxis": Known(None),
    "jax.__version__": STR,
}
