"""Whether Python would take a text: it parses, and no call is given a keyword twice, which the parser lets pass."""

from __future__ import annotations

import ast

from prelower.syntax.walking import walk


def is_sound(text: str) -> bool:
    """Whether a text parses and gives no keyword twice in one call."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return not any(isinstance(node, (ast.Call, ast.ClassDef)) and _repeats(node) for node in walk(tree))


def _repeats(node: ast.Call | ast.ClassDef) -> bool:
    names = [keyword.arg for keyword in node.keywords if keyword.arg is not None]
    return len(names) > len(set(names))
