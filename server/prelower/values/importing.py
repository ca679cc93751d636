"""Modules imported by a call: `importlib.import_module("name")`, `__import__("name")`."""

from __future__ import annotations

from prelower.values.given import Given
from prelower.values.machine import Machine, module_of
from prelower.values.model import Argument, Known, Value
from prelower.values.modules import imported_module
from prelower.values.possible import unknown
from prelower.values.special import first, special

_NAME, _PACKAGE = "__name__", "__package__"


@special("importlib.import_module")
def import_module(m: Machine, given: Given) -> Value:
    """`importlib.import_module("name", package)`."""
    name = _text(first(given))
    if name is None or given.more or given.more_named:
        return unknown("a module whose name is not known")
    if not name.startswith("."):
        return imported_module(m, name)
    found = _relative(m, name, given.positional[1] if len(given.positional) > 1 else given.keywords.get("package"))
    return imported_module(m, found) if found else unknown("a module of a package that is not known")


@special("builtins.__import__")
def import_(m: Machine, given: Given) -> Value:
    """`__import__("a.b")` gives `a`."""
    name = _text(first(given))
    if name is None or len(given.positional) != 1 or given.keywords or given.more or given.more_named:
        return unknown("a module whose name is not known")
    imported_module(m, name)
    return imported_module(m, name.partition(".")[0])


def _text(value: Value) -> str | None:
    what = value[0].what if len(value) == 1 else None
    return what.value if isinstance(what, Known) and isinstance(what.value, str) else None


def _relative(m: Machine, name: str, package: Argument | None) -> str | None:
    """The absolute name of a module whose name begins with dots."""
    start = _package(m, package) if package is not None else None
    parts = start.split(".") if start else []
    level = len(name) - len(name.lstrip("."))
    if not parts or level > len(parts):
        return None
    return ".".join([*parts[: len(parts) - level + 1], *filter(None, [name[level:]])])


def _package(m: Machine, argument: Argument) -> str | None:
    """The package that is named: a text, or the module's own `__name__` or `__package__`."""
    known = _text(argument.value)
    here = m.names.get(module_of(m.frame.scope).number)
    source = m.world.text(argument.given.path)
    if known is not None or here is None or source is None:
        return known
    span, (name, is_package) = argument.given.span, here
    lines = source.splitlines()
    text = lines[span.line][span.column : span.end_column] if span.line < len(lines) else ""
    if text == _NAME or text == _PACKAGE and is_package:
        return name
    return name.rpartition(".")[0] if text == _PACKAGE else None
