"""What the installed JAX's own source says of a parameter: its type, its default, its paragraph, its enumerations."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from prelower.jaxview.signatures import Definition
from prelower.jaxview.source import Module

_SECTION = re.compile(r"^(?:Args|Arguments|Attributes|Parameters):[ \t]*$", re.M)
_ENTRY = re.compile(r"^ {1,8}(\w+)(?: \([^)]*\))?:[ \t]", re.M)
_ROLE = re.compile(r":\w+:`~?([^`<]+?)(?: <[^`]*>)?`")
_ENUMS = ("enum.Enum", "enum.IntEnum", "enum.StrEnum", "Enum", "IntEnum", "StrEnum")


class Described(NamedTuple):
    """A parameter: `kind` is its annotation, `default` an expression, `text` its paragraph.

    `members` are those of the enumerations it may be, `literals` the texts that the annotation lists.
    """

    kind: str = ""
    default: str = ""
    text: str = ""
    members: tuple[str, ...] = ()
    literals: tuple[str, ...] = ()


def described(module: Module, name: str) -> dict[str, Described]:
    """What a module's class or function says of each parameter."""
    definition = module.definition(name)
    if definition is None:
        return {}
    texts = _paragraphs(ast.get_docstring(definition) or "")
    found = {}
    for parameter, annotation, default in _parameters(definition):
        kind = ast.unparse(annotation) if annotation is not None else ""
        members = tuple(_members(module, annotation)) if annotation is not None else ()
        literals = tuple(_literals(annotation)) if annotation is not None else ()
        shown = ast.unparse(default) if default else ""
        found[parameter] = Described(kind, shown, texts.get(parameter, ""), members, literals)
    return found


def _parameters(definition: Definition) -> Iterator[tuple[str, ast.expr | None, ast.expr | None]]:
    """Each parameter's name, annotation and default."""
    if isinstance(definition, ast.ClassDef):
        made = next((m for m in definition.body if isinstance(m, ast.FunctionDef) and m.name == "__init__"), None)
        if made is None:
            fields = (m for m in definition.body if isinstance(m, ast.AnnAssign) and isinstance(m.target, ast.Name))
            yield from ((field.target.id, field.annotation, field.value) for field in fields)  # type: ignore[union-attr]
            return
        definition = made
    arguments = definition.args
    places = [*arguments.posonlyargs, *arguments.args]
    missing = [None] * (len(places) - len(arguments.defaults))
    yield from ((a.arg, a.annotation, d) for a, d in zip(places, [*missing, *arguments.defaults], strict=True))
    yield from ((a.arg, a.annotation, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))


def _literals(annotation: ast.expr) -> Iterator[str]:
    """The texts in `Literal["a", "b"]`, which may be one of several types."""
    for node in ast.walk(annotation):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("Literal"):
            items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            yield from (i.value for i in items if isinstance(i, ast.Constant) and isinstance(i.value, str))


def _paragraphs(text: str) -> dict[str, str]:
    """The entries of the docstring's sections on parameters."""
    found: dict[str, str] = {}
    for section in _SECTION.finditer(text):
        body = re.split(r"^\S", text[section.end() :].lstrip("\r\n"), maxsplit=1, flags=re.M)[0]
        entries = list(_ENTRY.finditer(body))
        width = min((len(e.group()) - len(e.group().lstrip()) for e in entries), default=0)
        entries = [e for e in entries if len(e.group()) - len(e.group().lstrip()) == width]
        for entry, end in zip(entries, [*(e.start() for e in entries[1:]), len(body)], strict=True):
            words = " ".join(body[entry.end() : end].split()).replace("``", "`")
            found[entry[1]] = _ROLE.sub(r"`\1`", words)
    return found


def _members(module: Module, annotation: ast.expr) -> Iterator[str]:
    """The members of the enumerations of the same module that an annotation names: `SideEffectType.PURE`."""
    for name in dict.fromkeys(node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)):
        definition = module.definition(name)
        if isinstance(definition, ast.ClassDef) and any(ast.unparse(base) in _ENUMS for base in definition.bases):
            targets = (m.targets[0] for m in definition.body if isinstance(m, ast.Assign))
            yield from (f"{name}.{t.id}" for t in targets if isinstance(t, ast.Name) and not t.id.startswith("_"))
