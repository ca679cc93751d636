"""The outside world by class: `os`, `sys`, `platform`, `pathlib`, `datetime` and their like."""

from __future__ import annotations

from prelower.values.arithmetic import binary
from prelower.values.classinfo import info
from prelower.values.library.table import Args, Function, Keywords, always, at
from prelower.values.model import Instance, Known, Library, Mapping, What
from prelower.values.plain import BOOL, BYTES, FLOAT, INT, NONE, STR, Result, class_name, exact, of_whats, sequence

PATH = Instance(info("pathlib.Path"), exact=False)
_MANY = sequence("list", (), rest=True)
_TUPLE = sequence("tuple", (), rest=True)
_DATE, _TIME, _MOMENT, _DELTA = (exact(f"datetime.{name}") for name in ("date", "time", "datetime", "timedelta"))


def _environment_value(args: Args, keywords: Keywords) -> Result:
    """A variable of the environment: a str, or the default where it is not set."""
    default = at(args, keywords, 1, "default")
    return (STR, default if default is not None else NONE)


_PATHS = ("builtins.str", "builtins.bytes", "pathlib.Path", "pathlib.PurePosixPath")


def _path_function(args: Args, keywords: Keywords) -> Result:
    """A function of `os.path` that gives a str, or bytes for bytes."""
    return _path_of(args)


def _path_of(args: Args) -> What:
    loose = not all(class_name(what) in _PATHS for what in args)
    is_bytes = any(class_name(what) == "builtins.bytes" for what in args)
    return BYTES if is_bytes else Instance(info("builtins.str"), exact=not loose)


def _halves(args: Args, keywords: Keywords) -> Result:
    half = _path_of(args)
    return of_whats("tuple", [half, half])


_PATH_STRINGS = "join basename dirname abspath realpath expanduser expandvars normpath relpath commonpath commonprefix"
_PATH_TESTS = "exists isfile isdir isabs islink lexists samefile"
FUNCTIONS: dict[str, Function] = {
    "os.getenv": _environment_value,
    "os.environ.get": _environment_value,
    "os.environ.setdefault": always(STR),
    "os.environ.pop": lambda args, keywords: (STR, args[1]) if len(args) > 1 else STR,
    "os.environ.copy": always(Mapping(info("builtins.dict"), (), rest=True)),
    **{f"os.path.{name}": _path_function for name in _PATH_STRINGS.split()},
    **{f"os.path.{name}": always(BOOL) for name in _PATH_TESTS.split()},
    **{f"os.path.{name}": always(FLOAT) for name in ("getmtime", "getatime", "getctime")},
    **{f"os.path.{name}": _halves for name in ("split", "splitext", "splitdrive")},
    "os.path.getsize": always(INT),
    "os.fspath": _path_function,
    "os.cpu_count": always((INT, NONE)),
    "os.getcwd": always(STR),
    "os.urandom": always(BYTES),
    "os.listdir": always(_MANY),
    "os.getpid": always(INT),
    "os.sysconf": always(INT),
    "os.makedirs": always(NONE),
    "multiprocessing.cpu_count": always(INT),
    "sys.getsizeof": always(INT),
    "sys.getrecursionlimit": always(INT),
    **{f"platform.{name}": always(STR) for name in ("machine", "system", "node", "release", "processor", "platform")},
    "platform.python_version": always(STR),
    "socket.gethostname": always(STR),
    "getpass.getuser": always(STR),
    "tempfile.mkdtemp": always(STR),
    "tempfile.gettempdir": always(STR),
    "shutil.which": always((STR, NONE)),
    "uuid.uuid4": always(exact("uuid.UUID")),
    **{f"pathlib.{name}": always(PATH) for name in ("Path", "Path.cwd", "Path.home")},
    "pathlib.PurePath": always(Instance(info("pathlib.PurePath"), exact=False)),
    "pathlib.PurePosixPath": always(exact("pathlib.PurePosixPath")),
    **{f"datetime.datetime.{name}": always(_MOMENT) for name in ("now", "utcnow", "fromtimestamp", "fromisoformat")},
    **{f"datetime.datetime.{name}": always(_MOMENT) for name in ("today", "strptime", "combine")},
    "datetime.datetime": always(_MOMENT),
    "datetime.date": always(_DATE),
    "datetime.date.today": always(_DATE),
    "datetime.date.fromisoformat": always(_DATE),
    "datetime.time": always(_TIME),
    "datetime.timedelta": always(_DELTA),
}
CONSTANTS: dict[str, What] = {
    "sys.maxsize": INT,
    "sys.platform": STR,
    "sys.version": STR,
    "sys.byteorder": STR,
    "sys.executable": STR,
    "sys.prefix": STR,
    "sys.argv": _MANY,
    "sys.path": _MANY,
    "sys.hexversion": INT,
    "sys.maxunicode": INT,
    "os.sep": STR,
    "os.linesep": STR,
    "os.pathsep": STR,
    "os.curdir": Known("."),
    "os.name": STR,
    "os.devnull": STR,
}

_PATH_ATTRIBUTES: dict[str, What] = {
    **dict.fromkeys(("name", "stem", "suffix", "anchor", "root", "drive"), STR),
    "parts": _TUPLE,
    "suffixes": _MANY,
}
_PATH_METHODS: dict[str, What] = {
    **dict.fromkeys(("as_posix", "as_uri", "__str__", "__fspath__", "read_text", "owner"), STR),
    **dict.fromkeys(("exists", "is_file", "is_dir", "is_absolute", "is_symlink", "match", "is_relative_to"), BOOL),
    **dict.fromkeys(("write_text", "write_bytes"), INT),
    **dict.fromkeys(("mkdir", "touch", "unlink", "rmdir"), NONE),
    "read_bytes": BYTES,
}
_PATH_TO_PATH = (
    "joinpath with_suffix with_name with_stem resolve absolute expanduser relative_to rename replace readlink parent"
).split()
_MOMENT_METHODS: dict[str, What] = {
    **dict.fromkeys(("isoformat", "strftime", "ctime"), STR),
    **dict.fromkeys(("weekday", "isoweekday", "toordinal"), INT),
    "timestamp": FLOAT,
    "date": _DATE,
    "time": _TIME,
}
_PARTS = "year month day hour minute second microsecond days seconds microseconds fold".split()
_FRACTION_METHODS: dict[str, What] = {"limit_denominator": exact("fractions.Fraction")}
_DECIMALS = "quantize normalize to_integral_value to_integral sqrt copy_abs ln log10 exp max min scaleb".split()

METHODS: dict[str, dict[str, What]] = {
    "pathlib.PurePath": _PATH_METHODS,
    "datetime.date": _MOMENT_METHODS,
    "datetime.timedelta": {"total_seconds": FLOAT},
    "datetime.time": {"isoformat": STR, "strftime": STR},
    "fractions.Fraction": _FRACTION_METHODS,
    "decimal.Decimal": {
        **dict.fromkeys(_DECIMALS, exact("decimal.Decimal")),
        **dict.fromkeys(("is_nan", "is_zero", "is_finite", "is_signed", "is_infinite"), BOOL),
        **dict.fromkeys(("to_eng_string",), STR),
    },
    "re.Match": {"start": INT, "end": INT, "groups": _TUPLE},
    "uuid.UUID": {},
    "builtins.bytearray": {"decode": STR, "hex": STR, "find": INT, "count": INT, "startswith": BOOL, "endswith": BOOL},
    "builtins.memoryview": {"tobytes": BYTES, "hex": STR},
    "builtins.range": {"count": INT, "index": INT},
    "_struct.Struct": {"pack": BYTES, "unpack": _TUPLE},
}
ATTRIBUTES: dict[str, dict[str, What]] = {
    "pathlib.PurePath": _PATH_ATTRIBUTES,
    "datetime.date": dict.fromkeys(_PARTS, INT),
    "datetime.time": dict.fromkeys(_PARTS, INT),
    "datetime.timedelta": dict.fromkeys(_PARTS, INT),
    "fractions.Fraction": {"numerator": INT, "denominator": INT},
    "uuid.UUID": {"hex": STR, "int": INT, "bytes": BYTES},
    "re.Pattern": {"pattern": STR, "flags": INT, "groups": INT},
    "_struct.Struct": {"size": INT, "format": STR},
    "builtins.range": {"start": INT, "stop": INT, "step": INT},
    "builtins.memoryview": {"nbytes": INT, "itemsize": INT, "ndim": INT, "format": STR},
}


def method(what: Instance, name: str, args: Args, keywords: Keywords) -> Result:
    """What a method of one of these objects gives, by its class."""
    if name in _PATH_TO_PATH and what.cls.derives("pathlib.PurePath"):
        return what._replace(text=None)
    if name == "__truediv__":
        return binary("/", what, args[0]) if args else None
    return _looked_up(METHODS, what, name)


def attribute(what: Instance, name: str) -> Result:
    """What an attribute of one of these objects is, by its class."""
    if name == "parent" and what.cls.derives("pathlib.PurePath"):
        return what._replace(text=None)
    return _looked_up(ATTRIBUTES, what, name)


def _looked_up(table: dict[str, dict[str, What]], what: Instance, name: str) -> Result:
    return next((table[cls][name] for cls in what.cls.mro if name in table.get(cls, {})), None)


def subscript(what: Library) -> Result:
    """What an item of a library's mapping is: `os.environ["X"]`."""
    return STR if what.name in ("os.environ", "os.environb") else None
