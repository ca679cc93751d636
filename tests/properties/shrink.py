"""Makes a program smaller for as long as it keeps a property."""

from __future__ import annotations

import ast
import time
import warnings
from collections.abc import Callable, Iterator

Holds = Callable[[str], bool]
LITERALS = ("1", "1.5", "'a'", "None", "True", "[]", "{}")


def shrunk(text: str, holds: Holds, seconds: float = 20.0) -> str:
    """A smaller program with the property, in the words of `ast.unparse`."""
    end = time.monotonic() + seconds
    warnings.simplefilter("ignore")
    best = _written(ast.parse(text))
    if not _still(best, holds):
        return text
    smaller = True
    while smaller and time.monotonic() < end:
        smaller = False
        for step in (_statements, _opened, _expressions):
            found = _pass(best, step, holds, end)
            if found is not None:
                best, smaller = found, True
    return best


def _pass(text: str, step: Callable[[ast.Module], Iterator[ast.Module]], holds: Holds, end: float) -> str | None:
    """One kind of step taken wherever it can be."""
    found, start = None, 0
    going = True
    while going and time.monotonic() < end:
        going = False
        for number, candidate in enumerate(step(ast.parse(found or text))):
            if number < start:
                continue
            if time.monotonic() > end:
                break
            made = _written(candidate)
            if made is not None and len(made) < len(found or text) and _still(made, holds):
                found, going, start = made, True, number
                break
    return found


def _written(tree: ast.Module) -> str | None:
    try:
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        compile(text, "<shrunk>", "exec")
    except (SyntaxError, ValueError, TypeError, RecursionError):
        return None
    return text


def _still(text: str | None, holds: Holds) -> bool:
    try:
        return text is not None and holds(text)
    except SyntaxError:
        return False


def _bodies(tree: ast.AST) -> list[tuple[ast.AST, str]]:
    found = []
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            value = getattr(node, name, None)
            if isinstance(value, list) and value:
                found.append((node, name))
    return found


def _statements(tree: ast.Module) -> Iterator[ast.Module]:
    """Without some statements in a row; the tree is as it was after each step."""
    for size in (8, 4, 2, 1):
        for node, name in _bodies(tree):
            block = getattr(node, name)
            for at in range(max(len(block) - size, 0), -1, -1):
                before = list(block)
                del block[at : at + size]
                if not block and name == "body" and not isinstance(node, ast.Module):
                    block.append(ast.Pass())
                yield tree
                block[:] = before


def _opened(tree: ast.Module) -> Iterator[ast.Module]:
    """With a statement's body in its place, and lists of other parts with one less."""
    for node, name in _bodies(tree):
        block = getattr(node, name)
        for at, statement in enumerate(list(block)):
            for part in ("body", "orelse", "finalbody"):
                inner = getattr(statement, part, None)
                if isinstance(statement, ast.stmt) and isinstance(inner, list) and inner:
                    before = list(block)
                    block[at : at + 1] = inner
                    yield tree
                    block[:] = before
    for node in list(ast.walk(tree)):
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and name not in ("body", "orelse", "finalbody", "handlers", "cases"):
                for at in range(len(value)):
                    item = value.pop(at)
                    yield tree
                    value.insert(at, item)


def _expressions(tree: ast.Module) -> Iterator[ast.Module]:
    """With a part of an expression, or a literal, in its place."""
    for node in list(ast.walk(tree)):
        for name, value in ast.iter_fields(node):
            if _loaded(value):
                for new in _simpler(value):
                    setattr(node, name, new)
                    yield tree
                setattr(node, name, value)
            elif isinstance(value, list):
                for at, item in enumerate(list(value)):
                    for new in _simpler(item) if _loaded(item) else ():
                        value[at] = new
                        yield tree
                    value[at] = item


def _loaded(node: object) -> bool:
    return isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)


def _simpler(node: ast.expr) -> Iterator[ast.expr]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield child
    for literal in LITERALS:
        if len(ast.unparse(node)) > len(literal):
            yield ast.parse(literal, mode="eval").body
