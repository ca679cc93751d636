"""How numbers of the wrong kind are mended: written out, wrapped by `int(...)`, `float(...)`, `bool(...)`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from prelower.rules.base import Intent
from prelower.values.classinfo import class_of
from prelower.values.model import Absent, ClassInfo, Instance, Known, What

LITERAL = re.compile(r"[-+]?\s*(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][-+]?\d+)?")
_INT_FROM = ("builtins.float", "decimal.Decimal", "fractions.Fraction", "numpy.number", "builtins.int", "numpy.bool")


def value_of(what: What) -> object:
    """The plain value of a scalar, or None where it is not known."""
    value = what.value if isinstance(what, (Known, Instance)) else None
    return None if isinstance(value, Absent) else value


def to_int(whats: Sequence[What], text: str) -> Intent | None:
    """How these values become an int; None where some cannot."""
    classes = [class_of(what) for what in whats]
    if any(c is None for c in classes):
        return None
    if all(c is not None and c.derives("builtins.str", "builtins.bytes") for c in classes):
        return _digits_to_int(whats, text)
    if not all(c is not None and _converts(c) for c in classes):
        return None
    values = [value_of(what) for what in whats]
    if all(_integral(v) for v in values):
        written = _written_out(values, text)
        if written is not None:
            return Intent("replace", f"Write it as the int `{written}`", True, written)
        return Intent("wrap", "Convert it with `int(...)`", True, "int")
    if any(v is None for v in values) and all(v is None or _integral(v) for v in values):
        sure = all(c is not None and c.derives("numpy.integer", "builtins.int") for c in classes)
        title = "Convert it with `int(...)`" + ("" if sure else "; a fraction would be dropped")
        return Intent("wrap", title, sure, "int")
    if any(isinstance(v, float) and v in (float("inf"), float("-inf")) or v != v for v in values if v is not None):
        return None
    if all(isinstance(v, bool) for v in values):
        return Intent("wrap", f"Convert it with `int(...)`, which gives {' or '.join(_given(values))}", False, "int")
    return Intent("wrap", "Convert it with `int(...)`; the fraction is dropped", False, "int")


def _given(values: Sequence[object]) -> list[str]:
    return sorted({str(int(bool(value))) for value in values})


def _converts(cls: ClassInfo) -> bool:
    return cls.derives(*_INT_FROM) and not cls.derives("numpy.complexfloating", "builtins.complex")


def _integral(value: object) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or isinstance(value, float) and value.is_integer()


def _written_out(values: Sequence[object], text: str) -> str | None:
    """A float literal as the int literal it stands for, digits in groups of three."""
    if len(values) != 1 or not LITERAL.fullmatch(text.strip()) or not isinstance(values[0], float):
        return None
    number = int(values[0])
    return f"{number:_}" if abs(number) < 10**15 else None


def _digits_to_int(whats: Sequence[What], text: str) -> Intent | None:
    values = [value_of(what) for what in whats]
    known = [v for v in values if isinstance(v, str)]
    if len(known) == len(values):
        if not all(re.fullmatch(r"\s*[-+]?\d+\s*", v, re.ASCII) for v in known):
            return None
        if len(known) == 1 and text[:1] in "\"'" and re.fullmatch(r"[-+]?(?:0|[1-9]\d*)", known[0]):
            return Intent("replace", f"Write it as the int `{known[0]}`", True, known[0])
        return Intent("wrap", "Convert it with `int(...)`", True, "int")
    if any(isinstance(v, str) and not v.strip().isdigit() for v in known):
        return None
    if all(v is None or isinstance(v, str) for v in values):
        return Intent("wrap", "Convert it with `int(...)`; a text of no digits would raise", False, "int")
    return None


def by_kind(whats: Sequence[What], text: str) -> Intent | None:
    """How numpy scalars become the Python scalar of their kind, digits an int; None where some cannot."""
    classes = [class_of(what) for what in whats]
    kinds = {_kind(c) for c in classes}
    if len(kinds) == 1 and (kind := kinds.pop()):
        return Intent("wrap", f"Convert it with `{kind}(...)`", True, kind)
    if all(c is not None and c.derives("builtins.str") for c in classes):
        values = [value_of(what) for what in whats]
        return _digits_to_int(whats, text) if all(isinstance(v, str) for v in values) else None
    if all(c is not None and c.derives("decimal.Decimal", "fractions.Fraction") for c in classes):
        return Intent("wrap", "Convert it with `float(...)`; it may be rounded", False, "float")
    return None


def _kind(cls: ClassInfo | None) -> str | None:
    if cls is None:
        return None
    for name, kind in (("numpy.bool", "bool"), ("numpy.integer", "int"), ("numpy.floating", "float")):
        if cls.derives(name):
            return kind
    return None
