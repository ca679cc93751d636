"""How values print, where that is exactly known, and how they are described to people."""

from __future__ import annotations

from prelower.values.classinfo import info as class_info
from prelower.values.classinfo import is_ours, printed
from prelower.values.containers import bounded_format
from prelower.values.model import (
    Absent,
    Array,
    Callable_,
    Entry,
    Instance,
    Known,
    Library,
    Mapping,
    Record,
    Sequence,
    Unknown,
    Value,
    What,
)
from prelower.values.plain import MAX_LENGTH, STR, known, number, raises, single
from prelower.values.scalars import is_scalar, repr_of_scalar, text_of_scalar

_BRACKETS = {"builtins.list": ("[", "]"), "builtins.tuple": ("(", ")"), "builtins.set": ("{", "}")}
_DEPTH = 8
_SHOWN = 60


def text_of(what: What) -> str | None:
    """What `str(value)` prints, None where that is not exactly known."""
    if isinstance(what, Known):
        return str(what.value)
    if isinstance(what, Array) or (isinstance(what, Instance) and what.text is not None):
        return what.text
    if is_scalar(what):
        return text_of_scalar(what)  # type: ignore[arg-type]
    if isinstance(what, Instance) and _is_itself(what):
        return str(what.value)
    return repr_of(what)


def _is_itself(what: Instance) -> bool:
    """Whether it is a builtin value that its `value` prints like."""
    return what.exact and what.cls.name == f"builtins.{type(what.value).__name__}"


def repr_of(what: What, depth: int = 0) -> str | None:
    """What `repr(value)` prints, None where that is not exactly known."""
    if depth > _DEPTH:
        return None
    if isinstance(what, Known):
        return repr(what.value)
    if isinstance(what, Instance):
        return _repr_of_instance(what)
    if isinstance(what, Sequence):
        return _repr_of_sequence(what, depth)
    if isinstance(what, Mapping):
        return _repr_of_mapping(what, depth)
    if isinstance(what, Library) and is_ours(what.name):
        return printed(class_info(what.name))
    return None


def _repr_of_instance(what: Instance) -> str | None:
    if is_scalar(what):
        return repr_of_scalar(what)
    if what.cls.name == "builtins.NoneType":
        return "None"
    if _is_itself(what):
        return repr(what.value)
    if what.text is not None and what.cls.derives("numpy.dtype"):
        ours = what.cls.name.startswith("numpy.dtypes.")
        return f"dtype('{what.text}')" if ours else f"dtype({what.text})"
    return what.text if what.cls.name == "builtins.bytearray" else None


def _repr_of_sequence(what: Sequence, depth: int) -> str | None:
    brackets = _BRACKETS.get(what.cls.name)
    if brackets is None or what.rest:
        return None
    if what.cls.name == "builtins.set" and len(what.items) != 1:
        return "set()" if not what.items else None  # their order is Python's own affair
    parts = [_repr_of_item(item, depth) for item in what.items]
    texts = [part for part in parts if part is not None]
    if len(texts) != len(parts) or sum(map(len, texts)) > MAX_LENGTH:
        return None
    comma = "," if what.cls.name == "builtins.tuple" and len(texts) == 1 else ""
    return f"{brackets[0]}{', '.join(texts)}{comma}{brackets[1]}"


def _repr_of_item(value: Value, depth: int) -> str | None:
    what = single(value)
    return None if what is None else repr_of(what, depth + 1)


def _repr_of_mapping(what: Mapping, depth: int) -> str | None:
    if what.cls.name != "builtins.dict" or what.rest or not all(entry.sure for entry in what.entries):
        return None
    parts = [_repr_of_entry(entry, depth) for entry in what.entries]
    texts = [part for part in parts if part is not None]
    if len(texts) != len(parts) or sum(map(len, texts)) > MAX_LENGTH:
        return None
    return "{" + ", ".join(texts) + "}"


def _repr_of_entry(entry: Entry, depth: int) -> str | None:
    key, value = repr_of(entry.key, depth + 1), _repr_of_item(entry.value, depth)
    return None if key is None or value is None else f"{key}: {value}"


def formatted(what: What, spec: str | None = "", conversion: str | None = None) -> What:
    """The string that `f"{value!conversion:spec}"` makes; a `spec` of None is one that is not known."""
    if spec is None or not bounded_format(spec):
        return STR
    if conversion:
        text = text_of(what) if conversion == "s" else repr_of(what)
        if text is not None and conversion == "a":
            text = text.encode("ascii", "backslashreplace").decode()
        return STR if text is None else _format(text, spec)
    if isinstance(what, Instance) and what.cls.derives("numpy.character"):
        return Instance(class_info("builtins.str"), exact=False)  # alone in an f-string it stays a numpy.str_
    value = number(what)
    if not isinstance(value, Absent):
        return _format(value, spec)
    text = text_of(what) if not spec and not _formats_apart(what) else None
    return STR if text is None else known(text)


def _formats_apart(what: What) -> bool:
    """Whether `format()` may print something else than `str()`: enum members do so in some versions of Python."""
    return isinstance(what, Instance) and not is_ours(what.cls.name)


def _format(value: object, spec: str) -> What:
    if not spec:
        return known(str(value))
    try:
        return known(format(value, spec))
    except (TypeError, ValueError, OverflowError) as error:
        return raises(error, f"formatting with {spec!r}")


def described(what: What) -> str:
    """A value in words: `float 1000000.0`, `list of 2 items`, `dict with keys 'grid'`."""
    if isinstance(what, Known):
        return "None" if what.value is None else f"{type(what.value).__name__} {_short(repr(what.value))}"
    if isinstance(what, Sequence):
        return _described_sequence(what)
    if isinstance(what, Mapping):
        return _described_mapping(what)
    if isinstance(what, Array):
        return _described_array(what)
    if isinstance(what, Instance):
        return _described_instance(what)
    if isinstance(what, Record):
        return f"`{_name(what.cls.name)}`"
    if isinstance(what, Callable_):
        return f"{what.kind} `{what.name}`"
    return f"`{what.name}`" if isinstance(what, Library) else what.reason if isinstance(what, Unknown) else "a value"


def _name(dotted: str) -> str:
    return dotted.removeprefix("builtins.")


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def _described_instance(what: Instance) -> str:
    name = _name(what.cls.name)
    text = text_of(what)
    if text is None and not isinstance(what.value, Absent):
        text = repr(what.value)
    subclass = "" if what.exact else " or a subclass"
    if text is not None and text.startswith(f"{name}("):
        return _short(text)
    return f"{name}{subclass}" if text is None else f"{name} {_short(text)}"


def _described_sequence(what: Sequence) -> str:
    name, count = _name(what.cls.name), len(what.items)
    if what.rest:
        return f"{name} of {count} or more items" if count else name
    return f"empty {name}" if not count else f"{name} of {count} item{'s' if count > 1 else ''}"


def _described_mapping(what: Mapping) -> str:
    name = _name(what.cls.name)
    if not what.entries:
        return name if what.rest else f"empty {name}"
    keys = ", ".join(repr_of(entry.key) or "..." for entry in what.entries[:4])
    more = ", ..." if what.rest or len(what.entries) > 4 else ""
    return f"{name} with key{'s' if len(what.entries) > 1 or more else ''} {_short(keys)}{more}"


def _described_array(what: Array) -> str:
    shape = "" if what.shape is None else f" of shape {what.shape}".replace("None", "?")
    dtype = what.dtype.rpartition(".")[2] if what.dtype else ""
    return f"{what.cls.name}{shape}{' and type ' if shape and dtype else ' of type ' if dtype else ''}{dtype}"
