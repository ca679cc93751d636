"""Fixes: rules say what they want, this module alone makes the edits."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from prelower.dropping import dropped
from prelower.findings import SAFE, UNSAFE, Edit, Finding, Fix
from prelower.items import item_at
from prelower.syntax.sound import is_sound
from prelower.text.edits import apply
from prelower.text.source import Source
from prelower.text.span import Span

if TYPE_CHECKING:
    from prelower.rules.base import Intent
    from prelower.syntax.trees import Statement

JSON = "json"


def make(intent: Intent, source: Source, span: Span, statements: tuple[Statement, ...]) -> Fix | None:
    """The fix that an intent comes to at a place of the file."""
    text = source.lines.span_text(span)
    edits: tuple[Edit, ...] = ()
    if intent.kind == "wrap" and not any(_binds(s.node, intent.text) for s in _mentioning(statements, intent.text)):
        edits = (Edit(span, f"{intent.text}({text})"),)
    elif intent.kind == "replace":
        edits = (Edit(span, intent.text),)
    elif intent.kind == "suffix":
        edits = (Edit(span, f"{text}{intent.text}"),)
    elif intent.kind == "serialize":
        edits = _serialized(source, span, text, statements)
    elif intent.kind == "call":
        edits = _called(source, span, intent.text, statements)
    elif intent.kind == "import":
        statement = _import_of_one(source, span, statements)
        edits = (Edit(statement, intent.text),) if statement else ()
    elif intent.kind in ("name", "item"):
        item = item_at(source, span)
        edits = (Edit(item.name if intent.kind == "name" else item.whole, intent.text),) if item else ()
    elif intent.kind == "drop":
        edits = dropped(source, span)
    if not edits:
        return None
    return Fix(SAFE if intent.safe else UNSAFE, intent.title, edits)


def _import_of_one(source: Source, span: Span, statements: tuple[Statement, ...]) -> Span | None:
    """The `from ... import name` that stands at a name, where it imports nothing else."""
    text = source.lines.line(span.line)
    before = text.encode()[: span.column].decode("utf-8", "replace")
    start = len(before) - len(before.lstrip())
    parts = before[start:].split()
    if len(parts) != 3 or parts[0] != "from" or parts[2] != "import" or span.end_line != span.line:
        return None
    rest = text.encode()[span.end_column :].decode("utf-8", "replace").strip()
    return Span(span.line, start, span.line, span.end_column) if not rest or rest.startswith("#") else None


def _serialized(source: Source, span: Span, text: str, statements: tuple[Statement, ...]) -> tuple[Edit, ...]:
    name, import_edit = _json_name(source, statements)
    edit = Edit(span, f"{name}.dumps({text})")
    return (import_edit, edit) if import_edit else (edit,)


_USUAL = {"tpu": "pltpu", "triton": "pltriton", "mosaic_gpu": "plgpu"}
"""How JAX's own programs name these modules."""


def _called(source: Source, span: Span, text: str, statements: tuple[Statement, ...]) -> tuple[Edit, ...]:
    """The call of a class by its full name, written as the file names its module, which is imported where it is not."""
    dotted, _, arguments = text.partition("(")
    module, _, name = dotted.rpartition(".")
    package, _, last = module.rpartition(".")
    local, import_edit = _imported_as(statements, package, last), None
    if local is None:
        usual = _USUAL.get(last, last)
        local = f"_{usual}" if any(_binds(s.node, usual) for s in _mentioning(statements, usual)) else usual
        import_edit = _import_edit(source, statements, f"from {package} import {last} as {local}")
    edit = Edit(span, f"{local}.{name}({arguments}")
    return (import_edit, edit) if import_edit else (edit,)


def _imported_as(statements: tuple[Statement, ...], package: str, module: str) -> str | None:
    """What a module of a package is called in the file, where that imports it at its top."""
    for statement in statements:
        node = statement.node if module in statement.names else None
        for alias in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else ():
            if isinstance(node, ast.ImportFrom) and (node.module, alias.name) == (package, module):
                return alias.asname or alias.name
            if isinstance(node, ast.Import) and alias.name == f"{package}.{module}" and alias.asname:
                return alias.asname
    return None


def _json_name(source: Source, statements: tuple[Statement, ...]) -> tuple[str, Edit | None]:
    """What the json module is called in the file, and the edit that imports it where it is not yet."""
    taken = False
    for statement in _mentioning(statements, JSON):
        node = statement.node
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == JSON:
                    return alias.asname or JSON, None
        taken = taken or _binds(node, JSON)
    name = "_json" if taken else JSON
    return name, _import_edit(source, statements, "import json" if name == JSON else "import json as _json")


_MENTIONS: dict[str, tuple[tuple[Statement, ...], list[Statement]]] = {}


def _mentioning(statements: tuple[Statement, ...], name: str) -> list[Statement]:
    """The statements with a name in them; those of the file asked for last are kept, as a file may have many fixes."""
    known = _MENTIONS.get(name)
    if known is None or known[0] is not statements:
        known = _MENTIONS[name] = (statements, list(_searched(statements, name)))
    return known[1]


def _searched(statements: tuple[Statement, ...], name: str) -> Iterator[Statement]:
    for statement in statements:
        if name in statement.names:
            yield statement
        yield from _searched(statement.members or (), name)


def _binds(node: ast.AST | None, name: str) -> bool:
    """Whether a name is made to mean something else somewhere in a statement."""
    for inner in ast.walk(node) if node is not None else ():
        if isinstance(inner, ast.Name) and inner.id == name and not isinstance(inner.ctx, ast.Load):
            return True
        if isinstance(inner, ast.arg) and inner.arg == name:
            return True
        if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and inner.name == name:
            return True
        if isinstance(inner, (ast.Import, ast.ImportFrom)) and _imports(inner, name):
            return True
    return False


def _imports(node: ast.Import | ast.ImportFrom, name: str) -> bool:
    """Whether an import binds the name to something else than the module of that name."""
    for alias in node.names:
        bound = alias.asname or alias.name.split(".")[0]
        if alias.name == "*" or bound == name and (alias.name != name or isinstance(node, ast.ImportFrom)):
            return True
    return False


def _import_edit(source: Source, statements: tuple[Statement, ...], text: str) -> Edit:
    """A new import on a line of its own: before the first import, else below docstring and comments."""
    line, after = 0, False
    newline = newline_of(source.text)
    for index, statement in enumerate(statements):
        node = statement.node
        if index == 0 and _is_docstring(node) or _is_future(node):
            line, after = statement.end_line + 1, True
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return Edit(Span(statement.first_line, 0, statement.first_line, 0), text + newline)
        break
    if not after:
        line = _below_comments(source)
    column = 3 if line == 0 and source.text.startswith("\ufeff") else 0
    place = Span(line, column, line, column)
    if line >= len(source.lines):
        return Edit(place, newline + text + newline)
    return Edit(place, text + newline + ("" if after and _is_blank(source, line) else newline))


def _is_blank(source: Source, line: int) -> bool:
    return line < len(source.lines) and not source.lines.line(line).strip()


def _is_docstring(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_future(node: ast.AST | None) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _below_comments(source: Source) -> int:
    """The first line that is no comment: a shebang and a coding cookie must stay on top."""
    line = 0
    while line < len(source.lines) and source.lines.line(line).lstrip("\ufeff").startswith("#"):
        line += 1
    return line


def newline_of(text: str) -> str:
    """What ends the lines of a text."""
    at = text.find("\n")
    if at > 0 and text[at - 1] == "\r":
        return "\r\n"
    return "\n" if at >= 0 or "\r" not in text else "\r"


def apply_all(source: Source, findings: Iterable[Finding], unsafe: bool = False) -> tuple[str, int]:
    """The text with the fixes of these findings, safe ones only unless `unsafe`, and how many were made."""
    own = (f.fix for f in findings if f.fix and f.path == source.path)
    wanted = [fix for fix in own if unsafe or fix.applicability == SAFE]
    count, edits = _together(wanted)
    text = edited(source, edits)
    if count and not is_sound(text) and is_sound(source.text):  # one is wrong, or two are that are right alone
        count, edits = _together(_sound(source, wanted))
        text = edited(source, edits)
    return text, count


def edited(source: Source, edits: Iterable[Edit]) -> str:
    """The text with the edits made."""
    return apply(source.text, [(e.span, e.content) for e in edits])


def _sound(source: Source, fixes: list[Fix]) -> list[Fix]:
    """Those of the fixes, from the first on, that leave Python something to take together."""
    kept: list[Fix] = []
    for fix in fixes:
        if is_sound(edited(source, _together([*kept, fix])[1])):
            kept.append(fix)
    return kept


def safe_edits(findings: Iterable[Finding]) -> tuple[int, tuple[Edit, ...]]:
    """How many findings can be mended at once while the author is typing, and the edits for it.

    What only takes something away is left alone: it may be half-typed.
    """
    wanted = (f.fix for f in findings if f.fix and f.fix.applicability == SAFE and any(e.content for e in f.fix.edits))
    return _together(wanted)


def _together(fixes: Iterable[Fix]) -> tuple[int, tuple[Edit, ...]]:
    """The edits of as many of the fixes as do not get in each other's way, and how many these are."""
    chosen: list[Edit] = []
    count = 0
    for fix in fixes:
        new = [edit for edit in fix.edits if edit not in chosen]
        if not any(_overlap(a, b) for a in new for b in chosen):
            chosen.extend(new)
            count += 1
    return count, tuple(chosen)


def _overlap(one: Edit, other: Edit) -> bool:
    a, b = one.span, other.span
    return (a.line, a.column) < (b.end_line, b.end_column) and (b.line, b.column) < (a.end_line, a.end_column)
