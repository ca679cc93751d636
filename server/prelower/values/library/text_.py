"""Text and bytes made and read: `json`, `struct`, `pickle`, `re`, `base64`, `textwrap`; what comes from outside."""

from __future__ import annotations

import json
import re
import string
import struct
import textwrap

from prelower.values.classinfo import ctypes_names
from prelower.values.library.table import ERRORS, Args, Function, Keywords, always, attempt, object_of, pure
from prelower.values.model import Absent, Known, Unknown, What
from prelower.values.plain import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NONE,
    OUTSIDE,
    STR,
    Result,
    class_name,
    concrete,
    exact,
    is_raise,
    known,
    of_whats,
    plain,
    raises,
    sequence,
)

_OPTIONS = {"indent", "sort_keys", "separators", "ensure_ascii", "allow_nan", "skipkeys"}
_MANY, _TUPLE = sequence("list", (), rest=True), sequence("tuple", (), rest=True)
_MAX_TEXT = 4096


def _dumps(args: Args, keywords: Keywords) -> Result:
    values = [concrete(what) for what in args]
    named = {name: concrete(what) for name, what in keywords.items()}
    known_ = len(values) == 1 and not any(isinstance(value, Absent) for value in (*values, *named.values()))
    indent = named.get("indent")
    if not known_ or set(named) - _OPTIONS or (isinstance(indent, (int, str)) and len(str(indent)) > 2):
        return STR
    result = attempt(json.dumps, *values, **named)
    return result if isinstance(result, Known) or is_raise(result) else STR


def format_size(text: object) -> int | None:
    """The size that a struct format packs, None where it is not known or large."""
    if not isinstance(text, (str, bytes)) or len(text) > 64 or re.search(r"[0-9]{5}", str(text)):
        return None
    return struct.calcsize(text)


def _calcsize(args: Args, keywords: Keywords) -> Result:
    try:
        size = format_size(plain(args[0])) if args else None
    except (struct.error, *ERRORS) as error:
        return raises(error, "`struct.calcsize`")
    return INT if size is None else Known(size)


def _pack(args: Args, keywords: Keywords) -> Result:
    values = [object_of(what) for what in args]
    if not values or any(isinstance(value, Absent) for value in values):
        return BYTES
    try:
        size = format_size(values[0])
        return BYTES if size is None else known(struct.pack(*values))  # type: ignore[arg-type]
    except (struct.error, *ERRORS) as error:
        return raises(error, "`struct.pack`")


_FORMAT = re.compile(r"[@=<>!]?(?:\d{0,3}[xcbB?hHiIlLqQnNefdspP])*")
_CODES = {**dict.fromkeys("bBhHiIlLqQnNP", INT), **dict.fromkeys("efd", FLOAT), "?": BOOL, "c": BYTES}


def _unpack(args: Args, keywords: Keywords) -> Result:
    """The tuple that `struct.unpack(format, data)` gives, by the classes that its format names."""
    text, data = (plain(what) for what in args) if len(args) == 2 else (None, None)
    text = text.decode("latin-1") if isinstance(text, bytes) else text
    if not isinstance(text, str) or not _FORMAT.fullmatch(text := text.replace(" ", "")):
        return _TUPLE
    if isinstance(data, bytes) and len(data) <= _MAX_TEXT:
        try:
            return of_whats("tuple", [known(value) for value in struct.unpack(text, data)])
        except struct.error as error:
            return raises(error, "`struct.unpack`")
    found: list[What] = []
    for count, code in re.findall(r"(\d*)([a-zA-Z?])", text):
        times = int(count or 1)
        found += [BYTES] if code in "sp" else [_CODES[code]] * times if code != "x" else []
    return of_whats("tuple", found)


def _text_like(place: int) -> Function:
    """A function that gives a str for a str, bytes for bytes."""

    def run(args: Args, keywords: Keywords) -> Result:
        what = args[place] if place < len(args) else keywords.get("string")
        name = "" if what is None else class_name(what)
        return {"builtins.str": STR, "builtins.bytes": BYTES}.get(name, Unknown("text that is not known"))

    return run


def _of_str(real: Function) -> Function:
    """The function, of a str only."""
    return lambda args, keywords: real(args, keywords) if args and class_name(args[0]) == "builtins.str" else None


def _short(real: Function, otherwise: What) -> Function:
    """The function, on short texts only."""

    def run(args: Args, keywords: Keywords) -> Result:
        values = [plain(what) for what in (*args, *keywords.values())]
        large = any(isinstance(value, (str, bytes)) and len(value) > _MAX_TEXT for value in values)
        return otherwise if large else real(args, keywords)

    return run


_MATCH = (exact("re.Match"), NONE)
_OUTSIDE = (
    "json.load json.loads pickle.load pickle.loads marshal.load marshal.loads yaml.load yaml.safe_load yaml.full_load "
    "yaml.load_all yaml.safe_load_all tomllib.load tomllib.loads tomli.load tomli.loads toml.load toml.loads "
    "builtins.eval ast.literal_eval shelve.open csv.reader csv.DictReader numpy.load numpy.loadtxt numpy.genfromtxt "
    "msgpack.unpackb msgpack.unpack joblib.load ujson.loads orjson.loads simplejson.loads cloudpickle.loads "
    "cloudpickle.load configparser.ConfigParser requests.get urllib.request.urlopen subprocess.run importlib.metadata"
)
FUNCTIONS: dict[str, Function] = {
    **{name: always(OUTSIDE) for name in _OUTSIDE.split()},
    "builtins.exec": always(NONE),
    "json.dumps": _dumps,
    "json.dump": always(NONE),
    "simplejson.dumps": always(STR),
    "ujson.dumps": always(STR),
    "orjson.dumps": always(BYTES),
    "yaml.safe_dump": always(STR),
    "pickle.dumps": always(BYTES),
    "cloudpickle.dumps": always(BYTES),
    "marshal.dumps": always(BYTES),
    "msgpack.packb": always(BYTES),
    "struct.calcsize": _calcsize,
    "struct.pack": _pack,
    "struct.unpack": _unpack,
    **{name: always(exact(name)) for name in ctypes_names()},
    "ctypes.sizeof": always(INT),
    "struct.Struct": always(exact("_struct.Struct")),
    **{f"base64.{name}": always(BYTES) for name in ("b64encode", "b64decode", "b32encode", "urlsafe_b64encode")},
    **{f"zlib.{name}": always(BYTES) for name in ("compress", "decompress")},
    "zlib.crc32": always(INT),
    "binascii.hexlify": always(BYTES),
    "re.compile": always(exact("re.Pattern")),
    **{f"re.{name}": always(_MATCH) for name in ("match", "search", "fullmatch")},
    **{f"re.{name}": always(_MANY) for name in ("findall", "split")},
    "re.sub": _text_like(2),
    "re.escape": _of_str(_short(pure(re.escape, STR), STR)),
    "textwrap.dedent": _of_str(_short(pure(textwrap.dedent, STR), STR)),
    "textwrap.indent": _of_str(_short(pure(textwrap.indent, STR), STR)),
    "textwrap.fill": always(STR),
    "string.capwords": always(STR),
    "shlex.quote": always(STR),
    "shlex.split": always(_MANY),
    "pprint.pformat": always(STR),
    "html.escape": always(STR),
    "inspect.getsource": always(STR),
    "subprocess.check_output": always(OUTSIDE),
    "importlib.metadata.version": always(STR),
}
CONSTANTS: dict[str, What] = {
    f"string.{name}": Known(getattr(string, name))
    for name in ("ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits", "punctuation")
}
