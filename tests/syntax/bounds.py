"""Where `ast` says that the statements of a text are, for comparison with chunks."""

from __future__ import annotations

import ast
import sysconfig
import warnings
from collections.abc import Iterator
from pathlib import Path

from prelower.syntax.chunks import Chunk
from prelower.text.lines import Lines
from prelower.text.source import Source, Unreadable, read_source

Bounds = tuple[int, int, "tuple[Bounds, ...]"]


def installed_files() -> list[str]:
    """Every Python file of the standard library and the site-packages of the running interpreter."""
    folders = {sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    found = {str(file) for folder in folders for file in Path(folder).rglob("*.py")}
    return sorted(found)


def parsed(paths: list[str]) -> Iterator[tuple[Source, ast.Module]]:
    """The files that can be read and parsed, with their trees."""
    for path in paths:
        try:
            source = read_source(path)
            yield source, parse_quietly(source.text)
        except (Unreadable, SyntaxError, ValueError, RecursionError, MemoryError):
            continue


def parse_quietly(text: str) -> ast.Module:
    """The tree of a text, without the parser's warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def first_line(node: ast.stmt) -> int:
    """The line, from 0, of a statement or of its first decorator."""
    return min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))]) - 1


def tree_bounds(body: list[ast.stmt], lines: Lines) -> tuple[Bounds, ...]:
    """First and last lines of statements; those that share a line are one; members of classes inside."""
    found: list[Bounds] = []
    for node in body:
        line, end, members = first_line(node), (node.end_lineno or 0) - 1, ()
        if isinstance(node, ast.ClassDef) and has_own_lines(node, lines):
            members = tree_bounds(node.body, lines)
        if found and found[-1][1] == line:
            line = found.pop()[0]
        found.append((line, end, members))
    return tuple(found)


def has_own_lines(node: ast.ClassDef, lines: Lines) -> bool:
    """Whether a class's body does not stand on the line of its header."""
    first = node.body[0]
    return (
        first_line(first) != first.lineno - 1 or not lines.line(first.lineno - 1).encode()[: first.col_offset].strip()
    )


def chunk_bounds(pieces: tuple[Chunk, ...]) -> tuple[Bounds, ...]:
    """First and last lines of chunks, in the same form."""
    return tuple((chunk.line, chunk.end_line, chunk_bounds(chunk.members)) for chunk in pieces)


def sample(files: list[str], size: int) -> list[str]:
    """So many of the files, evenly taken, and the same ones each time."""
    return files[:: max(len(files) // size, 1)][:size]
