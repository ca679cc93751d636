"""Number types as values: `np.dtype(...)`, `finfo`, `iinfo`, and what may stand where a dtype is asked for."""

from __future__ import annotations

from prelower.values.arrays import short_dtype
from prelower.values.classinfo import class_of, info
from prelower.values.library.table import Args, Function, Keywords, at
from prelower.values.model import Array, ClassInfo, Instance, Known, Library, Record, What
from prelower.values.plain import BOOL, INT, STR, Result, value_of
from prelower.values.scalars import DTYPES, ITEM_BYTES, DType, promote, rounded, scalar

_PYTHON = {"int": "int64", "float": "float64", "bool": "bool", "complex": "complex128"}
_CODES = {
    **dict.fromkeys(("?", "b1", "bool_"), "bool"),
    **{code: f"int{8 * int(code[1])}" for code in ("i1", "i2", "i4", "i8")},
    **{code: f"uint{8 * int(code[1])}" for code in ("u1", "u2", "u4", "u8")},
    **{code: f"float{8 * int(code[1])}" for code in ("f2", "f4", "f8")},
    "c8": "complex64",
    "c16": "complex128",
    "e": "float16",
    "f": "float32",
    "d": "float64",
    "b": "int8",
    "B": "uint8",
    "h": "int16",
    "H": "uint16",
    "i": "int32",
    "I": "uint32",
    "half": "float16",
    "single": "float32",
    "double": "float64",
    "int_": "int64",
    "F": "complex64",
    "D": "complex128",
}
_BITS = {"int2": 2, "uint2": 2, "int4": 4, "uint4": 4, "float4_e2m1fn": 4}
_MODULES = ("numpy", "jax.numpy", "ml_dtypes", "builtins", "jax.dtypes")
_KINDS = {"b": "b", "i": "i", "u": "u", "f": "f", "c": "c"}


def dtype_name(what: What | None) -> str | None:
    """The name, `float32`, of the number type that stands there; None where it is not known."""
    if isinstance(what, Library):
        return _of_class(what.name)
    if isinstance(what, Known) and isinstance(what.value, str):
        return _of_text(what.value)
    if isinstance(what, Instance) and what.cls.derives("numpy.dtype"):
        return _of_text(what.text or "")
    return None


def _of_class(dotted: str) -> str | None:
    module, _, name = info(dotted).name.rpartition(".")
    if module == "builtins":
        return _PYTHON.get(name)
    if module not in _MODULES:
        return None
    name = name.removesuffix("_") if name == "bool_" else name
    if module == "jax.numpy":
        name = {"single": "float32", "double": "float64", "int_": "int64", "float_": "float64"}.get(name, name)
    return name if name in ITEM_BYTES else None


def _of_text(text: str) -> str | None:
    text = text.lstrip("<>=|")
    name = _PYTHON.get(text) or _CODES.get(text, text)
    return name if name in ITEM_BYTES else None


def canonical(name: str | None) -> str | None:
    """The type that JAX makes of it as long as 64-bit types are off."""
    shorter = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
    return None if name is None else shorter.get(name, name)


def dtype_of_value(what: What) -> str | None:
    """The number type of an array or numpy scalar."""
    if isinstance(what, Array):
        return short_dtype(what)
    cls = class_of(what)
    name = cls.name.rpartition(".")[2] if cls else ""
    return name if cls and cls.derives("numpy.generic") and name in ITEM_BYTES else None


def dtype_instance(name: str | None) -> What:
    """The dtype object of that name."""
    if name is None:
        return Instance(info("numpy.dtype"), exact=False)
    if name not in DTYPES:
        dotted = f"numpy.dtype[{name}]"
        return Instance(ClassInfo(dotted, (dotted, "numpy.dtype", "builtins.object")), text=name)
    kind = DTYPES[name].kind
    words = {"b": "Bool", "i": "Int", "u": "UInt", "f": "Float", "c": "Complex"}
    bits = "" if kind == "b" else str(DTYPES[name].bits)
    return Instance(info(f"numpy.dtypes.{words[kind]}{bits}DType"), text=name)


def attribute(what: Instance, name: str) -> Result:
    """What an attribute of a dtype is."""
    dtype = dtype_name(what)
    if name == "itemsize":
        return INT if dtype is None else Known(ITEM_BYTES[dtype])
    if name == "name":
        return STR if dtype is None else Known(dtype)
    if name in ("kind", "char", "str", "byteorder"):
        real = name == "kind" and dtype in DTYPES
        return Known(_KINDS[DTYPES[dtype].kind]) if real and dtype is not None else STR
    if name in ("num", "ndim", "alignment"):
        return INT
    if name == "type" and dtype is not None:
        return Library(f"numpy.{dtype}" if dtype in DTYPES else f"ml_dtypes.{dtype}")
    return BOOL if name in ("isnative", "hasobject") else None


def _dtype(args: Args, keywords: Keywords) -> Result:
    return dtype_instance(dtype_name(at(args, keywords, 0, "dtype")))


def bits_of(name: str) -> int:
    """The size of a number type in bits."""
    return _BITS.get(name, ITEM_BYTES[name] * 8)


def _iinfo(args: Args, keywords: Keywords, jax: bool = False) -> Result:
    name = _type_of_argument(at(args, keywords, 0, "type") or at(args, keywords, 0, "int_type"))
    cls = info("ml_dtypes.iinfo" if jax else "numpy.iinfo")
    if name is None or "int" not in name:
        return Instance(cls, exact=False)
    bits, unsigned = bits_of(name), name.startswith("u")
    low = 0 if unsigned else -(1 << bits - 1)
    high = (1 << bits) - 1 if unsigned else (1 << bits - 1) - 1
    fields = {"min": Known(low), "max": Known(high), "bits": Known(bits), "dtype": dtype_instance(name)}
    return _record(cls, fields, f"iinfo {name}")


def _type_of_argument(what: What | None) -> str | None:
    """The type that `finfo` is asked about: a dtype or a value of one."""
    if isinstance(what, Known) and isinstance(what.value, (int, float)):
        return "float64" if isinstance(what.value, float) else "int64"
    return dtype_name(what) or (dtype_of_value(what) if what is not None else None)


_FRACTION_BITS = {"float16": 10, "float32": 23, "float64": 52, "bfloat16": 7}
_EXPONENTS = {"float16": 15, "float32": 127, "float64": 1023, "bfloat16": 127}


def _finfo(args: Args, keywords: Keywords, jax: bool = False) -> Result:
    name = _type_of_argument(at(args, keywords, 0, "dtype"))
    name = {"complex64": "float32", "complex128": "float64"}.get(name or "", name)
    cls = info("ml_dtypes.finfo" if jax and name == "bfloat16" else "numpy.finfo")
    if name not in _FRACTION_BITS:
        return Instance(cls, exact=False)
    places, top = _FRACTION_BITS[name], _EXPONENTS[name]
    high = (2.0 - 2.0**-places) * 2.0**top
    values = {"max": high, "min": -high, "eps": 2.0**-places, "epsneg": 2.0 ** -(places + 1)}
    values["tiny"] = values["smallest_normal"] = 2.0 ** (1 - top)
    fields: dict[str, What] = {key: float_scalar(name, value) for key, value in values.items()}
    fields |= {"bits": Known(bits_of(name)), "nmant": Known(places), "dtype": dtype_instance(name)}
    return _record(cls, fields, f"finfo {name}")


def float_scalar(name: str, value: float) -> What:
    """A scalar of that float type."""
    dtype = DTYPES.get(name)
    return Instance(info(f"ml_dtypes.{name}")) if dtype is None else scalar(dtype, rounded(value, dtype.bits))


def _record(cls: ClassInfo, fields: dict[str, What], words: str) -> Record:
    number = -1 - sum(ord(letter) * place for place, letter in enumerate(words, 1))
    return Record(cls, tuple((name, value_of(what)) for name, what in fields.items()), number)


def _promoted(args: Args, keywords: Keywords) -> Result:
    names = [_type_of_argument(what) for what in args]
    dtypes = [DTYPES[name] for name in names if name in DTYPES]
    if len(dtypes) != len(args) or not dtypes or any(isinstance(what, Known) for what in args):
        return Instance(info("numpy.dtype"), exact=False)
    result: DType = dtypes[0]
    for dtype in dtypes[1:]:
        result = promote(result, dtype)
    return dtype_instance(result.name)


def _jax_promoted(args: Args, keywords: Keywords) -> Result:
    names = {canonical(dtype_name(what)) for what in args}
    return dtype_instance(names.pop() if len(names) == 1 else None)


FUNCTIONS: dict[str, Function] = {
    "numpy.dtype": _dtype,
    "jax.numpy.dtype": _dtype,
    "numpy.iinfo": _iinfo,
    "numpy.finfo": _finfo,
    "jax.numpy.iinfo": lambda args, keywords: _iinfo(args, keywords, jax=True),
    "jax.numpy.finfo": lambda args, keywords: _finfo(args, keywords, jax=True),
    "ml_dtypes.iinfo": lambda args, keywords: _iinfo(args, keywords, jax=True),
    "ml_dtypes.finfo": lambda args, keywords: _finfo(args, keywords, jax=True),
    "numpy.result_type": _promoted,
    "numpy.promote_types": _promoted,
    "jax.numpy.result_type": _jax_promoted,
    "jax.numpy.promote_types": _jax_promoted,
    "jax.dtypes.canonicalize_dtype": lambda args, keywords: dtype_instance(canonical(dtype_name(args[0]))),
    "jax.dtypes.itemsize_bits": lambda args, keywords: INT,
    "numpy.issubdtype": lambda args, keywords: BOOL,
    "jax.numpy.issubdtype": lambda args, keywords: BOOL,
    "numpy.can_cast": lambda args, keywords: BOOL,
    "numpy.isscalar": lambda args, keywords: BOOL,
    "jax.numpy.isscalar": lambda args, keywords: BOOL,
}
