"""Real values and what is known of them, for tests that hold the tables against CPython and numpy."""

from __future__ import annotations

import numpy as np

from prelower.values.classinfo import class_of, info, printed
from prelower.values.model import ABSENT, Absent, Array, Entry, Instance, Known, Library, Mapping, Sequence, Unknown
from prelower.values.plain import value_of
from prelower.values.render import repr_of, text_of


def described(value):
    """What is known of a real value, everything included."""
    if type(value) in (type(None), bool, int, float, complex, str, bytes, type(Ellipsis)):
        return Known(value)
    if isinstance(value, np.generic):
        return Instance(info(f"numpy.{type(value).__name__}"), value=value.item())
    if isinstance(value, np.ndarray):
        return Array(info("numpy.ndarray"), value.shape, f"numpy.{value.dtype.name}")
    if isinstance(value, np.dtype):
        return Instance(info(f"numpy.dtypes.{type(value).__name__}"), text=value.name)
    if isinstance(value, (list, tuple, set, frozenset)):
        return Sequence(class_info(value), tuple(value_of(described(each)) for each in value))
    if isinstance(value, dict):
        entries = tuple(Entry(described(key), value_of(described(each)), None) for key, each in value.items())
        return Mapping(class_info(value), entries)
    if isinstance(value, type):
        return Library(f"{value.__module__}.{value.__qualname__}")
    return Instance(class_info(value))


def class_info(value):
    """The class of a real value, by its dotted name."""
    return info(f"{type(value).__module__}.{type(value).__qualname__}")


def without_value(what):
    """The same with its class alone known."""
    if isinstance(what, Sequence):
        return what._replace(items=(), rest=True)
    if isinstance(what, Mapping):
        return what._replace(entries=(), rest=True)
    if isinstance(what, Array):
        return what._replace(dtype=None)
    return Instance(class_of(what)) if class_of(what) else what


def contradiction(what, compute, strict=True):
    """What is wrong in what is claimed of a result, None if nothing; `compute` gives the real result or raises.

    Not `strict`: calls with too many arguments are among them, where any error will do.
    """
    try:
        value = compute()
    except Exception as error:  # noqa: BLE001 - whatever the real operation raises
        named = (
            any(cls.__name__ in what.reason for cls in type(error).__mro__[:-2]) if raises(what) and strict else True
        )
        return None if named else f"{error!r} is not {what.reason}"
    if raises(what):
        return f"{value!r} does not raise {what.reason}"
    return of_value(what, value)


def raises(what):
    return isinstance(what, Unknown) and what.reason.startswith("raises ")


def of_value(what, value):
    """What is wrong in what is claimed of a real value, None if nothing."""
    if isinstance(what, Unknown) or what is None:
        return None
    if isinstance(what, tuple) and type(what) is tuple:
        problems = [of_value(each, value) for each in what]
        return None if None in problems else problems[0]
    return _class_of_value(what, value) or _parts(what, value) or _texts(what, value)


def _class_of_value(what, value):
    if isinstance(what, Library):
        return None if isinstance(value, type) else f"{value!r} is no class"
    cls, real = class_of(what), f"{type(value).__module__}.{type(value).__qualname__}"
    if cls is None:
        return f"no class for {value!r}"
    if isinstance(what, Instance) and not what.exact:
        return (
            None
            if cls.name in [f"{k.__module__}.{k.__qualname__}" for k in type(value).__mro__]
            else f"{real} is no {cls}"
        )
    if cls.name != real:
        return f"{value!r} is a {real}, not a {cls.name}"
    return None if printed(cls) == str(type(value)) else f"{type(value)} is printed {printed(cls)}"


def _parts(what, value):
    if isinstance(what, (Known, Instance)) and not isinstance(what.value, Absent):
        plain = value.item() if isinstance(value, np.generic) else value
        return None if repr(what.value) == repr(plain) else f"{value!r} is not {what.value!r}"
    if isinstance(what, Sequence):
        return _items(what, list(value))
    if isinstance(what, Mapping):
        return _entries(what, value)
    if isinstance(what, Array):
        return _array(what, value)
    return None


def _items(what, values):
    if len(what.items) > len(values) or (not what.rest and len(what.items) != len(values)):
        return f"{values!r} has not {len(what.items)} items"
    if what.cls.name in ("builtins.set", "builtins.frozenset"):
        return None
    problems = [_any(item, value) for item, value in zip(what.items, values, strict=False)]
    return next((each for each in problems if each), None)


def _any(possible, value):
    problems = [of_value(each.what, value) for each in possible]
    return None if None in problems else problems[0]


def _entries(what, value):
    if not what.rest and len(what.entries) < len(value):
        return f"{value!r} has more than {len(what.entries)} entries"
    for entry in what.entries:
        key = entry.key.value if isinstance(entry.key, Known) else ABSENT
        if isinstance(key, Absent):
            continue
        if key not in value:
            return f"no key {key!r}" if entry.sure else None
        problem = _any(entry.value, value[key])
        if problem:
            return problem
    return None


def _array(what, value):
    shape = what.shape
    if shape is not None and (
        len(shape) != len(value.shape) or any(a not in (None, b) for a, b in zip(shape, value.shape, strict=True))
    ):
        return f"shape {value.shape} is not {shape}"
    dtype = str(value.dtype) if value.dtype.kind in "UO" else f"numpy.{value.dtype.name}"
    return None if what.dtype in (None, dtype) else f"{value.dtype} is not {what.dtype}"


def _texts(what, value):
    text, shown = text_of(what), repr_of(what)
    if text is not None and text != str(value):
        return f"prints {str(value)!r}, not {text!r}"
    return None if shown is None or shown == repr(value) else f"shows {value!r}, not {shown!r}"
