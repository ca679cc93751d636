"""The `math` and `cmath` modules, and `random`, `secrets` and `time`, whose results are known by class."""

from __future__ import annotations

import math

from prelower.values.arithmetic import binary
from prelower.values.arrays import as_scalar
from prelower.values.library.iteration import iterate
from prelower.values.library.numpy_ import is_shape
from prelower.values.library.table import Args, Function, Keywords, always, at, pure
from prelower.values.model import Array, Known, Unknown, What
from prelower.values.plain import BOOL, FLOAT, INT, STR, Result, exact, number, of_whats, single
from prelower.values.scalars import dtype_of, is_scalar

_FLOATS = (
    "acos acosh asin asinh atan atan2 atanh copysign cos cosh degrees erf erfc exp expm1 fabs fmod gamma hypot ldexp "
    "lgamma log log10 log1p log2 nextafter pow radians remainder sin sinh sqrt tan tanh ulp cbrt exp2"
)
_EXACT = ("copysign", "fabs", "fmod", "ldexp", "sqrt", "hypot", "degrees", "radians", "log2", "pow", "log10", "log")
"""Functions whose value we give: the others may differ in the last digit from machine to machine."""

_INTS = {"ceil": None, "floor": None, "gcd": None, "lcm": None, "isqrt": None, "comb": 1000, "perm": 1000,
         "factorial": 1000}  # fmt: skip


def _float_function(name: str) -> Function:
    real = getattr(math, name, None)
    return pure(real, FLOAT) if name in _EXACT and real is not None else always(FLOAT)


def _trunc(args: Args, keywords: Keywords) -> Result:
    if args and is_scalar(args[0]) and not args[0].cls.derives("builtins.float"):  # type: ignore[union-attr]
        return Unknown("`math.trunc()` of a numpy scalar")
    return pure(math.trunc, INT)(args, keywords)


def _rounding(real: Function) -> Function:
    """`ceil` and `floor`: an int of any number, also of numpy's."""

    def run(args: Args, keywords: Keywords) -> Result:
        if args and is_scalar(args[0]):
            value = number(args[0])
            return real((Known(value),), {}) if isinstance(value, (int, float)) else INT
        return real(args, keywords)

    return run


def _prod(args: Args, keywords: Keywords) -> Result:
    total = at(args, keywords, 1, "start") or keywords.get("start") or Known(1)
    items = iterate(args[0], ordered=False) if args else None
    if items is None and args and total == Known(1) and is_shape(args[0]):
        return INT
    if items is None:
        return _prod_of_array(args[0]) if args and isinstance(args[0], Array) else Unknown("a product of unknown items")
    for item in items:
        what = single(item)
        total = binary("*", total, what) if what is not None else Unknown("an item that is not known")
        if isinstance(total, Unknown):
            return total
    return total


def _prod_of_array(what: Array) -> What:
    item = as_scalar(what._replace(shape=()))
    one_dimension = what.shape is not None and len(what.shape) == 1 and what.cls.name == "numpy.ndarray"
    dtype = dtype_of(item)
    return item if one_dimension and dtype is not None and dtype.kind in "iuf" else Unknown("a product of an array")


def _fsum(args: Args, keywords: Keywords) -> Result:
    return FLOAT


def _modf(args: Args, keywords: Keywords) -> Result:
    return pure(math.modf, of_whats("tuple", [FLOAT, FLOAT]))(args, keywords)


def _frexp(args: Args, keywords: Keywords) -> Result:
    return pure(math.frexp, of_whats("tuple", [FLOAT, INT]))(args, keywords)


FUNCTIONS: dict[str, Function] = {
    **{f"math.{name}": _float_function(name) for name in _FLOATS.split()},
    **{f"math.{name}": pure(getattr(math, name), INT, limit) for name, limit in _INTS.items()},
    "math.ceil": _rounding(pure(math.ceil, INT)),
    "math.floor": _rounding(pure(math.floor, INT)),
    "math.trunc": _trunc,
    "math.prod": _prod,
    "math.fsum": _fsum,
    "math.dist": always(FLOAT),
    "math.sumprod": always(Unknown("a sum of products")),
    "math.modf": _modf,
    "math.frexp": _frexp,
    **{f"math.{name}": pure(getattr(math, name), BOOL) for name in ("isnan", "isinf", "isfinite", "isclose")},
    **{f"cmath.{name}": always(exact("builtins.complex")) for name in ("sqrt", "exp", "log", "sin", "cos", "rect")},
    **{f"random.{name}": always(FLOAT) for name in ("random", "uniform", "gauss", "normalvariate", "expovariate")},
    **{f"random.{name}": always(INT) for name in ("randint", "randrange", "getrandbits")},
    **{f"secrets.{name}": always(STR) for name in ("token_hex", "token_urlsafe")},
    **{f"secrets.{name}": always(INT) for name in ("randbelow", "randbits")},
    **{f"time.{name}": always(FLOAT) for name in ("time", "perf_counter", "monotonic", "process_time")},
    **{f"time.{name}": always(INT) for name in ("time_ns", "perf_counter_ns", "monotonic_ns")},
    **{f"time.{name}": always(STR) for name in ("strftime", "ctime", "asctime")},
    "time.sleep": always(Known(None)),
    "random.seed": always(Known(None)),
}

CONSTANTS: dict[str, What] = {f"math.{name}": Known(getattr(math, name)) for name in ("pi", "e", "tau", "inf", "nan")}
