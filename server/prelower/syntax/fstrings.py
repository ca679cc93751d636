"""Where an f-string ends as Python 3.12 reads it: its fields may hold the same quotes again.

What a chunk is may not depend on the Python that runs, so this holds under older ones too;
there, such a string does not parse, and a string that does parse ends at the same place.
"""

from __future__ import annotations

import re

_PREFIX = re.compile(r"(?<!\w)(?:[ft]r?|r[ft])\Z", re.IGNORECASE)
_QUOTE = re.compile(r"\"\"\"|'''|\"|'")
_LITERAL = re.compile(r"\\(?:\r\n|[^{}])|\{\{|\}\}|[{}\r\n]|\"\"\"|'''|[\"']", re.DOTALL)
_FIELD = re.compile(
    r"((?<!\w)(?i:[ft]r?|r[ft]))?(?:\"\"\"|'''|[\"'])|[()\[\]{}:]|\\.|\#[^\r\n]*"
    r"|[\r\n][ \t\f]*(def|class|import|return|with|while|try|raise|assert|del|pass|break|continue)\b",
    re.DOTALL,
)
_PLAIN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|\'\'\'(?:[^\'\\]|\\.|\'(?!\'\'))*\'\'\''
    r"|\"(?:[^\"\\\r\n]|\\.)*\"|'(?:[^'\\\r\n]|\\.)*'",
    re.DOTALL,
)


def is_formatted(text: str, quote: int) -> bool:
    """Whether the string that opens at the quote is an f-string or a t-string."""
    return _PREFIX.search(text[max(quote - 3, 0) : quote]) is not None


def formatted_end(text: str, start: int, plain_end: int, patience: int) -> tuple[int, int]:
    """The end of the f-string that opens at `start`, and how far was looked in vain.

    `plain_end` is where it ends if it holds no quotes of its own kind: the end also where
    no other is found within `patience` characters.
    """
    if patience <= 0 or text.count("{", start, plain_end) == text.count("}", start, plain_end):
        return plain_end, 0
    reader = _Reader(text, start, min(len(text), start + patience))
    if reader.read():
        return reader.at, 0
    return plain_end, reader.at - start


class _Reader:
    """Reads one f-string; `stack` holds the quotes, fields `{`, format specs `:` and brackets `(` it is in."""

    def __init__(self, text: str, start: int, limit: int) -> None:
        self.text = text
        self.limit = limit
        quote = _QUOTE.match(text, start)
        assert quote is not None
        self.at = quote.end()
        self.stack = [quote.group()]

    def read(self) -> bool:
        """Whether the string ends; it does so at `at`."""
        going = True
        while going and self.stack:
            going = self._field() if self.stack[-1] in "{(" else self._literal()
        return going

    def _next(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.search(self.text, self.at, self.limit)
        self.at = found.end() if found else self.limit
        return found

    def _literal(self) -> bool:
        """Read on to the next thing that matters in the text or in a format spec."""
        found = self._next(_LITERAL)
        if found is None:
            return False
        piece, top = found.group(), self.stack[-1]
        if piece in ("{{", "}}") and top == ":":
            # No escape there: `{x:{width}}` ends a field twice.
            piece, self.at = piece[0], found.start() + 1
        if piece == "{":
            self.stack.append("{")
        elif piece == "}" and top == ":":
            self.stack.pop()
        elif piece in "\r\n":
            return len(self._quote()) == 3
        elif piece[0] in "\"'" and piece.startswith(self._quote()):
            self.at = found.start() + len(top)
            self.stack.pop()
            return top != ":"
        return True

    def _quote(self) -> str:
        return next(quote for quote in reversed(self.stack) if quote[0] in "\"'")

    def _field(self) -> bool:
        """Read on to the next thing that matters in a field's expression."""
        found = self._next(_FIELD)
        if found is None or found.group(2):
            return False
        piece, top = found.group(), self.stack[-1]
        if piece[-1] in "\"'" and piece[0] != "#":
            return self._string(found)
        if piece in "([{":
            self.stack.append("(")
        elif piece in ")]}":
            self.stack.pop()
            return (piece == "}") or top == "("
        elif piece == ":" and top == "{":
            self.stack[-1] = ":"
        return True

    def _string(self, found: re.Match[str]) -> bool:
        """Enter an f-string, or step over another string."""
        if found.group(1):
            self.stack.append(found.group()[len(found.group(1)) :])
            return True
        self.at = found.start()
        return self._next_plain()

    def _next_plain(self) -> bool:
        found = _PLAIN.match(self.text, self.at, self.limit)
        self.at = found.end() if found else self.at + 1
        return found is not None
