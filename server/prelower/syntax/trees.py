"""The statements of a text with their trees, each chunk parsed once for as long as it stays the same."""

from __future__ import annotations

import ast
import re
import sys
import threading
import unicodedata
import warnings
from collections import OrderedDict
from typing import Literal

from prelower.syntax.chunks import CLASS, Chunk, chunks
from prelower.syntax.mending import mended
from prelower.syntax.scan import comments, indentation
from prelower.text.lines import BOM
from prelower.text.span import Span

LONGEST = 250_000 if sys.version_info >= (3, 11) else 100_000
"""Longer chunks, in characters, do not parse.

The parser of Python 3.11 takes minutes for an f-string of that many fields, and that of 3.10
ends the process on a call of a call of a call, a hundred thousand deep.
"""

_FILE = "<prelower>"
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_SIMPLE = re.compile(r"[ \t\f]*(?!(?:@|(?:def|class|async|if|for|while|with|try)\b))")


class Tree:
    """What a chunk's text gives, each when first asked for: its nodes and the names in it."""

    __slots__ = ("_cache", "_header", "_names", "_nodes", "_text", "half_typed")

    def __init__(self, text: str, header: bool, cache: TreeCache) -> None:
        self._text = text
        self._header = header
        self._cache = cache
        self._nodes: tuple[ast.stmt, ...] | Literal[False] | None = False
        self._names: frozenset[str] | None = None
        self.half_typed: frozenset[str] = frozenset()
        """The words of its half-typed lines, which have stand-ins; known once its nodes are."""

    @property
    def nodes(self) -> tuple[ast.stmt, ...] | None:
        """Its statements; None if it does not parse and cannot be mended."""
        if self._nodes is False:
            self._nodes = _parse(self._text, self._header)
            self._cache.parsed += 1
            made = mended(self._text) if self._nodes is None and not self._header else None
            if made is not None:
                self._nodes, self.half_typed = _parse(made.text, False), made.words
        return self._nodes

    @property
    def names(self) -> frozenset[str]:
        """The identifiers in the text, those in comments left out, those in strings not."""
        if self._names is None:
            self._names = _names(self._text)
        return self._names


class TreeCache:
    """The trees parsed last, by text; `parsed` counts how often one was parsed.

    `limit` bounds the characters whose trees are kept (a tree takes about forty times
    as much memory as its text).  May be shared between threads.
    """

    def __init__(self, limit: int = 1_000_000) -> None:
        self.parsed = 0
        self._limit = limit
        self._size = 0
        self._trees: OrderedDict[tuple[str, bool], Tree] = OrderedDict()
        self._lock = threading.Lock()
        # The parser warns of `"\d"`; it is not our text, and nobody asked.
        warnings.filterwarnings("ignore", module=re.escape(_FILE))

    def tree(self, text: str, header: bool = False) -> Tree:
        """The tree of a chunk's text, or of a class's header."""
        key = (text, header)
        with self._lock:
            found = self._trees.get(key)
            if found is not None:
                self._trees.move_to_end(key)
                return found
            made = self._trees[key] = Tree(text, header, self)
            self._size += len(text)
            while self._size > self._limit and len(self._trees) > 1:
                (oldest, _), _ = self._trees.popitem(last=False)
                self._size -= len(oldest)
            return made


class Statement:
    """A statement of a file, parsed when its `node` is first asked for.

    A node's file line is `line + node.lineno - 1`, from 0; its columns are the file's, but on
    the file's line 0 `column_shift` is to be added (a BOM is three bytes): `span` does both.
    Nodes are shared between all statements of the same text, so they must not be changed.
    Of a class with a body, `node` is its header with `pass` for a body, and `members` are the
    statements of its body; they are None for everything else.
    """

    __slots__ = ("_cache", "_number", "_tree", "column_shift", "end_line", "line", "members", "text")

    def __init__(self, chunk: Chunk, cache: TreeCache, number: int | None, column_shift: int) -> None:
        self._cache = cache
        self._number = number
        self._tree: Tree | None = None
        self.text = chunk.header if chunk.kind == CLASS else chunk.text
        self.line = chunk.line - _is_indented(chunk.text)
        self.end_line = chunk.end_line
        self.column_shift = column_shift if chunk.line == 0 else 0
        self.members: tuple[Statement, ...] | None = None
        if chunk.kind == CLASS:
            self.members = _statements(chunk.members, cache, column_shift)

    def __repr__(self) -> str:
        return f"Statement({self.first_line}-{self.end_line}, {self.text[:40]!r})"

    @property
    def first_line(self) -> int:
        """The file line, from 0, on which its text starts; `end_line` is the last one."""
        return self.line + _is_indented(self.text)

    @property
    def node(self) -> ast.stmt | None:
        """Its tree; None if it does not parse."""
        nodes = self._entry().nodes
        if nodes is None or (self._number is None and len(nodes) != 1):
            return None
        return nodes[self._number or 0]

    @property
    def half_typed(self) -> frozenset[str]:
        """The words of those of its lines that do not parse, in the place of which its tree has stand-ins."""
        return self._entry().half_typed if self.node is not None else frozenset()

    @property
    def names(self) -> frozenset[str]:
        """The identifiers in its text (of a class: its header), those in comments left out."""
        return self._entry().names

    def span(self, node: ast.expr | ast.stmt | ast.keyword | ast.arg | ast.alias | ast.excepthandler) -> Span:
        """Where a node of this statement stands in its file."""
        line, end_line = self.line + node.lineno - 1, self.line + (node.end_lineno or node.lineno) - 1
        column, end_column = node.col_offset, node.end_col_offset or node.col_offset
        if self.column_shift:
            column += self.column_shift if line == 0 else 0
            end_column += self.column_shift if end_line == 0 else 0
        return Span(line, column, end_line, end_column)

    def _entry(self) -> Tree:
        if self._tree is None:
            self._tree = self._cache.tree(self.text, self.members is not None)
        return self._tree


def parse(text: str, cache: TreeCache) -> tuple[Statement, ...]:
    """The statements of a text; those that do not parse have no node, and nothing is raised."""
    return _statements(chunks(text), cache, 3 if text.startswith(BOM) else 0)


def _statements(pieces: tuple[Chunk, ...], cache: TreeCache, column_shift: int) -> tuple[Statement, ...]:
    found: list[Statement] = []
    for chunk in pieces:
        numbers: list[int | None] = [None]
        if ";" in chunk.text and chunk.kind != CLASS and _SIMPLE.match(chunk.text):
            nodes = cache.tree(chunk.text).nodes
            numbers = [None] if nodes is None else list(range(len(nodes)))
        found += (Statement(chunk, cache, number, column_shift) for number in numbers)
    return tuple(found)


def _is_indented(text: str) -> bool:
    return indentation(_blank(text), 0, len(text)) > 0


def _blank(text: str) -> str:
    return text[: len(text) - len(text.lstrip(" \t\f"))]


def _parse(text: str, header: bool) -> tuple[ast.stmt, ...] | None:
    """The statements in a chunk's text; the one place where the parser is called."""
    if len(text) > LONGEST:
        return None
    if header:
        text += f"\n{_blank(text)} pass"
    indented = _is_indented(text)
    try:
        body = ast.parse(f"if 1:\n{text}" if indented else text, _FILE).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not indented:
        return tuple(body)
    return tuple(body[0].body) if len(body) == 1 and isinstance(body[0], ast.If) else None


def _names(text: str) -> frozenset[str]:
    if "#" in text:
        kept, done = [], 0
        for start, end in comments(text):
            kept.append(text[done:start])
            done = end
        text = "".join((*kept, text[done:]))
    if not text.isascii():
        # As Python does with identifiers.
        text = unicodedata.normalize("NFKC", text)
    return frozenset(_IDENTIFIER.findall(text))
