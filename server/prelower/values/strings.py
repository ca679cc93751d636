"""Methods of strings and bytes: computed on known values, else of the class that they always give."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.containers import bounded_format
from prelower.values.model import ABSENT, Absent, Instance, Known, Mapping, Sequence, Unknown, What
from prelower.values.plain import (
    BOOL,
    BYTES,
    INT,
    MAX_LENGTH,
    STR,
    Result,
    abstract,
    class_name,
    concrete,
    known,
    number,
    of_whats,
    raises,
    sequence,
    single,
)
from prelower.values.plain import index as index_of
from prelower.values.render import text_of
from prelower.values.scalars import is_scalar

_SAME = (
    "capitalize casefold center expandtabs format format_map join ljust lower lstrip removeprefix removesuffix replace "
    "rjust rstrip strip swapcase title translate upper zfill"
)
_TESTS = (
    "endswith startswith isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace "
    "istitle isupper"
)
_GIVES = {
    **dict.fromkeys(_SAME.split(), "same"),
    **dict.fromkeys(_TESTS.split(), "bool"),
    **dict.fromkeys(("count", "find", "index", "rfind", "rindex"), "int"),
    **dict.fromkeys(("split", "rsplit", "splitlines"), "list"),
    **dict.fromkeys(("partition", "rpartition"), "triple"),
    "encode": "bytes",
    "decode": "str",
    "hex": "str",
}
_ONLY_STR = frozenset(
    {"casefold", "format", "format_map", "isdecimal", "isidentifier", "isnumeric", "isprintable", "encode"}
)
_ONLY_BYTES = frozenset({"decode", "hex"})
_WIDENING = ("center", "expandtabs", "ljust", "rjust", "zfill")
_ERRORS = (AttributeError, LookupError, TypeError, ValueError, OverflowError)


def method(what: What, name: str, args: tuple[What, ...], keywords: dict[str, What]) -> Result:
    """What a method of a str or bytes gives, None where it has none of that name."""
    text = number(what)
    is_bytes = what_derives(what, "builtins.bytes")
    kind = _GIVES.get(name)
    if kind is None or name in (_ONLY_STR if is_bytes else _ONLY_BYTES):
        return None
    if is_scalar(what) and kind not in ("bool", "int"):
        return Unknown("a method of a numpy string")
    otherwise = _otherwise(kind, is_bytes)
    if not isinstance(text, (str, bytes)):
        return otherwise
    if name == "join":
        return _join(text, args[0], otherwise) if len(args) == 1 else None
    if name == "format":
        return _format(text, args, keywords)
    values = [concrete(each) for each in args]
    named = {key: concrete(each) for key, each in keywords.items()}
    if any(isinstance(each, Absent) for each in (*values, *named.values())) or _grows(name, text, values):
        return otherwise
    try:
        return abstract(getattr(text, name)(*values, **named))
    except _ERRORS as error:
        return raises(error, f"`{name}` of a string")


def what_derives(what: What, name: str) -> bool:
    """Whether it is of that class or of a known subclass."""
    if isinstance(what, Known):
        return f"builtins.{type(what.value).__name__}" == name
    return isinstance(what, Instance) and what.cls.derives(name)


def _otherwise(kind: str, is_bytes: bool) -> What:
    """What is known of the result where the operands are not."""
    same = BYTES if is_bytes else STR
    if kind == "triple":
        return of_whats("tuple", [same, same, same])
    if kind == "list":
        return sequence("list", (), rest=True)
    return {"same": same, "bool": BOOL, "int": INT, "bytes": BYTES, "str": STR}[kind]


def _grows(name: str, text: str | bytes, values: list[object]) -> bool:
    """Whether the result may be too large to compute."""
    if name == "replace" and len(values) > 1 and isinstance(values[1], (str, bytes)):
        return (len(text) + 1) * max(1, len(values[1])) > MAX_LENGTH
    if name in ("translate", "format_map"):
        return len(text) > MAX_LENGTH or (isinstance(text, str) and name == "format_map" and not bounded_format(text))
    numbers = [value for value in values if isinstance(value, int)]
    tabs = text.count(b"\t") if isinstance(text, bytes) else text.count("\t")
    return name in _WIDENING and any(abs(value) * (tabs + 1) > MAX_LENGTH for value in numbers)


def _join(separator: str | bytes, items: What, otherwise: What) -> What:
    if isinstance(items, Known) and isinstance(items.value, str) and isinstance(separator, str):
        return known(separator.join(items.value))
    if not isinstance(items, Sequence) or items.rest or class_name(items) in ("builtins.set", "builtins.frozenset"):
        return otherwise
    parts: list[object] = []
    for item in items.items:
        what = single(item)
        value = ABSENT if what is None else number(what)
        if isinstance(value, Absent):
            return otherwise
        parts.append(value)
    if sum(len(part) + len(separator) for part in parts if isinstance(part, (str, bytes))) > MAX_LENGTH:
        return otherwise
    try:
        return known(separator.join(parts))  # type: ignore[arg-type]
    except TypeError as error:
        return raises(error, "`join` of what is no string")


def _format(text: str | bytes, args: tuple[What, ...], keywords: dict[str, What]) -> What:
    if not isinstance(text, str) or not bounded_format(text):
        return STR
    values = [_shown(what) for what in args]
    named = {key: _shown(what) for key, what in keywords.items()}
    if any(isinstance(each, Absent) for each in (*values, *named.values())) or "!r" in text or "!a" in text:
        return STR
    try:
        return known(text.format(*values, **named))
    except _ERRORS as error:
        return raises(error, "`format`")


def _shown(what: What) -> object:
    """The object that formats the same."""
    if is_scalar(what):
        value = number(what)
        return value if isinstance(value, (int, float)) and text_of(what) == str(value) else ABSENT
    return concrete(what)


def subscript(what: What, index: What) -> What:
    """What an index or slice of a str or bytes gives."""
    text, place = number(what), slice_of(index)
    is_bytes = what_derives(what, "builtins.bytes")
    if isinstance(text, (str, bytes)) and not isinstance(place, Absent):
        try:
            return known(text[place])  # type: ignore[call-overload, index]
        except (IndexError, TypeError, ValueError) as error:
            return raises(error, "an index of a string")
    if is_bytes:
        return BYTES if _is_slice(index) else INT
    return STR


def _is_slice(index: What) -> bool:
    return isinstance(index, (Sequence, Instance)) and index.cls.name == "builtins.slice"


def slice_of(index: What) -> object:
    """The int or slice that an index is, ABSENT where not known."""
    if isinstance(index, Sequence) and index.cls.name == "builtins.slice" and len(index.items) == 3:
        parts = [ABSENT if (part := single(item)) is None else _bound(part) for item in index.items]
        return ABSENT if any(isinstance(part, Absent) for part in parts) else slice(*parts)
    return index_of(index)


def _bound(what: What) -> object:
    """One of the three parts of a slice."""
    return None if what == Known(None) else index_of(what)


def maketrans(args: tuple[What, ...], keywords: dict[str, What]) -> Result:
    """The table that `str.maketrans` gives."""
    values = [concrete(what) for what in args]
    if any(isinstance(value, Absent) for value in values):
        return Mapping(info("builtins.dict"), (), rest=True)
    try:
        return abstract(str.maketrans(*values))  # type: ignore[call-overload]
    except _ERRORS as error:
        return raises(error, "`maketrans`")
