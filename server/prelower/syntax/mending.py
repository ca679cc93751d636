"""A function or block in which some lines are half-typed, made to parse: stand-ins take the place of those lines.

What a half-typed line assigns or returns is not known, and what it calls may do anything to what it names; all
other lines keep their meaning, and their places.
"""

from __future__ import annotations

import ast
import re
from keyword import iskeyword
from typing import NamedTuple

from prelower.syntax.scan import LogicalLine, indentation, logical_lines

HALF_TYPED = "__half_typed__"
"""The name that stands for what nobody knows yet."""
LONGEST = 60_000
"""Longer texts, in characters, are not mended."""
_MOST = 3
"""More half-typed lines than that are no typing."""
_KEYWORD = re.compile(r"(?:async[ \t]+)?([a-z]+)\b")
_CLAUSES = {
    "elif": "if 1:\n pass\n{}",
    "else": "if 1:\n pass\n{}",
    "except": "try:\n pass\n{}",
    "finally": "try:\n pass\n{}",
    "case": "match 1:\n {}",
}
_NAMES = re.compile(r"(?<![\w.\"'])[^\W\d]\w*(?!\w*[\"'])")
_TARGETS = re.compile(r"([^=!<>:(]+?)[ \t]*(?::[^=\n]*)?(?:[-+*/%&|^@]|//|\*\*|<<|>>)?=(?!=)")


class Mended(NamedTuple):
    """A text that parses, and the words of the lines that did not."""

    text: str
    words: frozenset[str]


def mended(text: str) -> Mended | None:
    """The text with stand-ins for its half-typed lines; None where it has none, or something else is wrong."""
    lines = logical_lines(text) if len(text) <= LONGEST else []
    broken = [n for n, line in enumerate(lines) if n and not _parses(text[line[1] : line[2]])]
    if not broken or len(broken) > _MOST:
        return None
    parts, done, words = [], 0, set()
    for number in broken:
        _, code, end = lines[number]
        stand_in = _stand_in(text, lines, number)
        if stand_in is None:
            return None
        parts += [text[done:code], stand_in, "\n" * text.count("\n", code, end)]
        words |= set(_NAMES.findall(text[code:end]))
        done = end
    return Mended("".join([*parts, text[done:]]), frozenset(words))


def _parses(line: str) -> bool:
    """Whether a logical line is one of Python's by itself."""
    match = _KEYWORD.match(line)
    whole = _CLAUSES.get(match[1] if match else "", "{}").format(line)
    if line.startswith("@"):
        whole += "\ndef f(): pass"
    elif line.rstrip().endswith(":"):
        whole += "\n  pass" if not line.startswith("match ") else "\n  case _:\n   pass"
    try:
        ast.parse(whole)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _stand_in(text: str, lines: list[LogicalLine], number: int) -> str | None:
    """What takes the place of a half-typed line."""
    start, code, end = lines[number]
    line = text[code:end]
    match = _KEYWORD.match(line)
    word = match[1] if match else ""
    if number + 1 < len(lines):
        below = indentation(text, *lines[number + 1][:2])
        if below > indentation(text, start, code):
            return _header(line, word)
    if word in ("return", "raise", "yield", "assert"):
        return f"{word if word == 'return' else ''} {HALF_TYPED}".strip()
    if word in _CLAUSES:
        return None
    targets = _targets(line)
    if targets:
        return " = ".join([*targets, HALF_TYPED])
    names = dict.fromkeys(n for n in _NAMES.findall(line) if not iskeyword(n))
    return f"{HALF_TYPED}({', '.join(names)})" if "(" in line else HALF_TYPED


def _header(line: str, word: str) -> str | None:
    """The head of a block that is half-typed."""
    if word in ("if", "elif", "while"):
        return f"{word} {HALF_TYPED}:"
    if word in ("else", "finally", "try", "except"):
        return f"{word}:"
    if word == "with":
        return f"if {HALF_TYPED}:"
    if word == "for":
        targets = line[3:].partition(" in")[0].strip()
        return f"for {targets} in {HALF_TYPED}:" if targets.replace(",", "").replace(" ", "").isidentifier() else None
    return None


def _targets(line: str) -> list[str]:
    """The plain names that a half-typed assignment binds."""
    match = _TARGETS.match(line)
    if match is None:
        return []
    parts = [part.strip(" \t[]*") for part in match[1].split(",")]
    return [part for part in parts if part.isidentifier()] if all(parts) else []
