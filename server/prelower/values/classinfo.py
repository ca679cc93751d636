"""Classes outside the project that we know by heart: builtins, numpy, JAX and the standard library's value types."""

from __future__ import annotations

from functools import cache

from prelower.values.model import (
    Array,
    Callable_,
    ClassInfo,
    Instance,
    Known,
    Library,
    Mapping,
    Record,
    Sequence,
    What,
)

_BUILTINS = """
bool:int BaseException Exception:BaseException ArithmeticError:Exception ZeroDivisionError:ArithmeticError
OverflowError:ArithmeticError LookupError:Exception KeyError:LookupError IndexError:LookupError ValueError:Exception
TypeError:Exception RuntimeError:Exception NotImplementedError:RuntimeError RecursionError:RuntimeError
AttributeError:Exception ImportError:Exception ModuleNotFoundError:ImportError NameError:Exception OSError:Exception
FileNotFoundError:OSError AssertionError:Exception StopIteration:Exception Warning:Exception UserWarning:Warning
DeprecationWarning:Warning UnicodeError:ValueError KeyboardInterrupt:BaseException SystemExit:BaseException
object type int float complex str bytes bytearray memoryview list tuple set frozenset dict range slice NoneType
ellipsis NotImplementedType function builtin_function_or_method method module property staticmethod classmethod super
zip map filter enumerate reversed generator coroutine
list_iterator list_reverseiterator range_iterator tuple_iterator dict_keyiterator dict_keys
dict_values dict_items mappingproxy code cell traceback frame
"""

_NUMPY = """
generic number:generic integer:number signedinteger:integer unsignedinteger:integer inexact:number floating:inexact
complexfloating:inexact bool:generic int8:signedinteger int16:signedinteger int32:signedinteger int64:signedinteger
longlong:signedinteger uint8:unsignedinteger uint16:unsignedinteger uint32:unsignedinteger uint64:unsignedinteger
ulonglong:unsignedinteger float16:floating float32:floating float64:floating,builtins.float longdouble:floating
complex64:complexfloating complex128:complexfloating,builtins.complex clongdouble:complexfloating flexible:generic
character:flexible str_:builtins.str,character bytes_:builtins.bytes,character void:flexible object_:generic
datetime64:generic timedelta64:signedinteger ndarray dtype dtypes.BoolDType:dtype dtypes.Int8DType:dtype
dtypes.Int16DType:dtype dtypes.Int32DType:dtype dtypes.Int64DType:dtype dtypes.UInt8DType:dtype dtypes.UInt16DType:dtype
dtypes.UInt32DType:dtype dtypes.UInt64DType:dtype dtypes.Float16DType:dtype dtypes.Float32DType:dtype
dtypes.Float64DType:dtype dtypes.Complex64DType:dtype dtypes.Complex128DType:dtype dtypes.StrDType:dtype
dtypes.ObjectDType:dtype iinfo finfo ufunc random.Generator random.RandomState
"""

_OTHERS = """
jax.Array jax.ShapeDtypeStruct ml_dtypes.bfloat16:numpy.generic ml_dtypes.float8_e4m3fn:numpy.generic
ml_dtypes.float8_e5m2:numpy.generic ml_dtypes.int4:numpy.generic ml_dtypes.uint4:numpy.generic
ml_dtypes.finfo:numpy.finfo ml_dtypes.iinfo
decimal.Decimal fractions.Fraction:numbers.Rational numbers.Number numbers.Complex:numbers.Number
numbers.Real:numbers.Complex numbers.Rational:numbers.Real numbers.Integral:numbers.Rational
collections.OrderedDict:builtins.dict collections.defaultdict:builtins.dict collections.Counter:builtins.dict
collections.deque collections.ChainMap types.SimpleNamespace enum.Enum
enum.IntEnum:builtins.int,enum.ReprEnum enum.StrEnum:builtins.str,enum.ReprEnum enum.ReprEnum:enum.Enum
enum.Flag:enum.Enum enum.IntFlag:builtins.int,enum.ReprEnum,enum.Flag
datetime.date datetime.datetime:datetime.date datetime.time datetime.timedelta datetime.tzinfo
datetime.timezone:datetime.tzinfo
typing.NamedTuple:builtins.tuple typing.TypedDict:builtins.dict
pathlib.PurePath pathlib.PurePosixPath:pathlib.PurePath pathlib.PureWindowsPath:pathlib.PurePath
pathlib.Path:pathlib.PurePath pathlib.PosixPath:pathlib.Path,pathlib.PurePosixPath
pathlib.WindowsPath:pathlib.Path,pathlib.PureWindowsPath
re.Pattern re.Match _struct.Struct uuid.UUID argparse.Namespace argparse.ArgumentParser os.stat_result:builtins.tuple
ctypes.Structure ctypes.Union ctypes.c_bool ctypes.c_byte ctypes.c_char ctypes.c_char_p ctypes.c_double ctypes.c_float
ctypes.c_int ctypes.c_short ctypes.c_ubyte ctypes.c_uint ctypes.c_ushort ctypes.c_void_p
array.array io.StringIO io.BytesIO functools.partial string.Template itertools.count itertools.chain
itertools.product itertools.islice itertools.repeat itertools.accumulate itertools.pairwise
"""

_ALIASES = {
    "numpy.bool_": "numpy.bool", "numpy.int_": "numpy.int64", "numpy.intp": "numpy.int64",
    "numpy.intc": "numpy.int32", "numpy.short": "numpy.int16", "numpy.byte": "numpy.int8",
    "numpy.uint": "numpy.uint64", "numpy.uintp": "numpy.uint64", "numpy.uintc": "numpy.uint32",
    "numpy.ushort": "numpy.uint16", "numpy.ubyte": "numpy.uint8", "numpy.half": "numpy.float16",
    "numpy.single": "numpy.float32", "numpy.double": "numpy.float64", "numpy.csingle": "numpy.complex64",
    "numpy.cdouble": "numpy.complex128", "jax.numpy.ndarray": "jax.Array",
    "jax.core.ShapeDtypeStruct": "jax.ShapeDtypeStruct", "types.NoneType": "builtins.NoneType",
    "types.MappingProxyType": "builtins.mappingproxy", "builtins.IOError": "builtins.OSError",
    "builtins.EnvironmentError": "builtins.OSError", "jax.numpy.dtype": "numpy.dtype",
    "struct.Struct": "_struct.Struct",
    "ctypes.c_int8": "ctypes.c_byte", "ctypes.c_int16": "ctypes.c_short", "ctypes.c_int32": "ctypes.c_int",
    "ctypes.c_uint8": "ctypes.c_ubyte", "ctypes.c_uint16": "ctypes.c_ushort", "ctypes.c_uint32": "ctypes.c_uint",
    "typing.OrderedDict": "collections.OrderedDict", "typing.Dict": "builtins.dict", "typing.List": "builtins.list",
    "typing.Tuple": "builtins.tuple", "typing.Set": "builtins.set", "typing.FrozenSet": "builtins.frozenset",
}  # fmt: skip

_PRINTED = {"jax.Array": "jaxlib._jax.ArrayImpl", "pathlib.Path": "pathlib.PosixPath"}
"""Classes whose instances print another class's name than the public one."""


def _read(module: str, lines: str) -> dict[str, tuple[str, ...]]:
    """Class to bases, from words such as `bool:int`; a name that is no word of the table is fully dotted."""
    words = [word.partition(":") for word in lines.split()]
    here = {name for name, _, _ in words}
    return {
        module + name: tuple(module + base if base in here else base for base in bases.split(",") if base)
        for name, _, bases in words
    }


_BASES = {**_read("builtins.", _BUILTINS), **_read("numpy.", _NUMPY), **_read("", _OTHERS)}


def _linear(name: str) -> tuple[str, ...]:
    """The method resolution order: of a base that comes twice, the later place counts, as in C3 for our classes."""
    order = [name]
    for base in _BASES[name]:
        order.extend(_linear(base))
    last = {each: place for place, each in enumerate(order)}
    return tuple(sorted(last, key=lambda each: last[each])) if name != "builtins.object" else (name,)


@cache
def info(dotted: str) -> ClassInfo:
    """The class of that dotted name; one we do not know has no known bases."""
    name = _ALIASES.get(dotted, dotted)
    if name not in _BASES:
        return ClassInfo(dotted, (dotted,), known=False)
    order = tuple(each for each in _linear(name) if each != "builtins.object")
    return ClassInfo(name, (*order, "builtins.object"))


def ctypes_names() -> tuple[str, ...]:
    """The number classes of `ctypes`."""
    return tuple(name for name in _BASES if name.startswith("ctypes.c_"))


def is_ours(dotted: str) -> bool:
    """Whether the tables hold the class, so that its operators and methods are known to us."""
    return _ALIASES.get(dotted, dotted) in _BASES


def class_of(what: What) -> ClassInfo | None:
    """The class of a value, None where it is not known; a class of the tables is a `type`."""
    if isinstance(what, Known):
        return _class_of_plain(what)
    if isinstance(what, (Instance, Sequence, Mapping, Record, Array, Callable_)):
        return what.cls
    if isinstance(what, Library) and is_ours(what.name):
        return info("builtins.type")
    return None


def _class_of_plain(what: Known) -> ClassInfo:
    return info(f"builtins.{type(what.value).__name__}")


def printed(cls: ClassInfo) -> str:
    """How `str(type(x))` prints the class: `<class 'float'>`, `<class 'numpy.int64'>`, `<class 'case.Mode'>`."""
    if cls.derives("enum.Enum") and not cls.name.startswith("enum."):
        return f"<{'flag' if cls.derives('enum.Flag') else 'enum'} '{cls.name.rpartition('.')[2]}'>"
    name = _PRINTED.get(cls.name, cls.name)
    return f"<class '{name.removeprefix('builtins.')}'>"
