"""Where a position stands in code that need not parse: the call around it, and what is typed of its argument."""

from __future__ import annotations

import re
from collections.abc import Sequence
from keyword import iskeyword
from typing import NamedTuple

from prelower.syntax.scan import LogicalLine, logical_lines

_TOKEN = re.compile(
    r"(?P<comment>\#[^\r\n]*)"
    r"|(?P<prefix>[a-zA-Z]{0,2})(?:"
    r"(?P<triple>\"\"\"|''')(?:\\.|[^\\])*?(?:(?P<shut>(?P=triple))|\Z)"
    r"|(?P<quote>[\"'])(?:\\.|[^\\\r\n])*?(?:(?P<closed>(?P=quote))|(?=[\r\n])|\Z))"
    r"|(?P<name>[^\W\d]\w*)|(?P<number>\d[\w.]*)|(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|(?P<other>\*\*|:=|[!=<>]=|[^\s\\])",
    re.DOTALL,
)
_HEADERS = re.compile(r"(?:def|class|if|elif|for|while|with|async|try|except)\b")
_REST = re.compile(r"\w*")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_DEFINED = ("def", "class")

NAMES = re.compile(r"[^\W\d]\w*")
Token = re.Match[str]


class Enclosing(NamedTuple):
    """A half-typed argument of a call; all numbers are offsets in the text.

    `callee` is where the called expression stands, `opened` the call's bracket, `argument` where
    the argument begins.  `keyword` is the name that the value is given under, None where that name
    itself is being typed; `display` is the bracket in the value that the position is in, or empty.
    `typed` is the word at the position, up to its end; `quote` that of the string it is in.
    `given` are the keywords of the other arguments; `mended` is the text with the call closed
    behind the arguments before this one.
    """

    callee: tuple[int, int]
    opened: int
    argument: int
    keyword: str | None
    display: str
    typed: tuple[int, int]
    quote: str | None
    given: frozenset[str]
    mended: str


class _Word(NamedTuple):
    """The word being typed: where it starts, the quote of its string, the number of its first token."""

    start: int
    quote: str | None
    first: int


def enclosing(text: str, offset: int) -> Enclosing | None:
    """The argument that a position is in; None where it is in none, or where more than a word is typed."""
    line = next((line for line in reversed(logical_lines(text)) if line[1] <= offset), None)
    if line is None:
        return None
    tokens = list(_TOKEN.finditer(text, line[1], offset))
    if tokens and tokens[-1]["comment"] and tokens[-1].end() == offset:
        return None
    return _Reader(text, offset, line, [token for token in tokens if not token["comment"]]).read()


class _Reader:
    """Reads the tokens of one logical line up to a position."""

    def __init__(self, text: str, offset: int, line: LogicalLine, tokens: list[Token]) -> None:
        self.text = text
        self.offset = offset
        self.line = line
        self.tokens = tokens
        self.opens: list[int] = []
        for number, token in enumerate(tokens):
            if token["open"]:
                self.opens.append(number)
            elif token["close"] and self.opens:
                self.opens.pop()

    def read(self) -> Enclosing | None:
        """The argument at the end of the tokens."""
        if not self.opens:
            return None
        inner = self.opens[-1]
        first = self._argument(inner, len(self.tokens))
        word = self._word(first)
        if word is None:
            return None
        if self._callee(inner) is not None:
            return self._made(self.opens, word, word.first, "")
        if word.first != first or len(self.opens) < 2:
            return None
        return self._made(self.opens[:-1], word, inner, self.tokens[inner].group())

    def _made(self, opens: list[int], word: _Word, until: int, display: str) -> Enclosing | None:
        """The argument of the innermost of some brackets, of which the tokens before `until` are no value yet."""
        callee = self._callee(opens[-1])
        first = self._argument(opens[-1], until)
        name = self._name(self.tokens[first:until])
        if callee is None or name is None or (not name and (display or word.quote or self._dotted(word))):
            return None
        end = self.offset + len(_REST.match(self.text, self.offset).group())  # type: ignore[union-attr]
        argument = self.tokens[first - 1].end()
        before = _keywords(self.tokens[opens[-1] + 1 : first])
        after = _keywords(self._after(end, word.quote), 1 if display else 0)
        typed, opened = (word.start, end), self.tokens[opens[-1]].start()
        mended = self._mended(opens, argument)
        return Enclosing(callee, opened, argument, name or None, display, typed, word.quote, before | after, mended)

    def _callee(self, number: int) -> tuple[int, int] | None:
        """Where the expression stands that a bracket calls; None where the bracket calls nothing."""
        at = number - 1
        if self.tokens[number].group() != "(" or not self._ends_value(at):
            return None
        while True:
            at = self._opened(at) if self.tokens[at]["close"] else at
            if self.tokens[at]["open"] and self._ends_value(at - 1):
                at -= 1
            elif (
                self.tokens[at]["name"] and at >= 2 and self.tokens[at - 1].group() == "." and self._ends_value(at - 2)
            ):
                at -= 2
            else:
                break
        defined = at > 0 and self.tokens[at - 1].group() in _DEFINED
        return None if at < 0 or defined else (self.tokens[at].start(), self.tokens[number - 1].end())

    def _ends_value(self, at: int) -> bool:
        """Whether a token ends something that may be called."""
        if at < 0:
            return False
        name = self.tokens[at]["name"]
        return bool(self.tokens[at]["close"]) or bool(name and not iskeyword(name))

    def _opened(self, at: int) -> int:
        """The number of the bracket that a closing one closes; -1 where there is none."""
        depth = 0
        while at >= 0:
            depth += bool(self.tokens[at]["close"]) - bool(self.tokens[at]["open"])
            if not depth:
                return at
            at -= 1
        return -1

    def _argument(self, opened: int, until: int) -> int:
        """The number of the first token of the last argument in a bracket."""
        first, depth = opened + 1, 0
        for at in range(opened + 1, until):
            depth += bool(self.tokens[at]["open"]) - bool(self.tokens[at]["close"])
            if not depth and self.tokens[at].group() == ",":
                first = at + 1
        return first

    def _word(self, first: int) -> _Word | None:
        """The word that is being typed; None where the position follows something else than a word."""
        count = len(self.tokens)
        last = self.tokens[-1]
        if _is_string(last):
            if last["triple"] or last["prefix"] or last["closed"] or last.end() != self.offset:
                return None
            return _Word(last.start("quote") + 1, last["quote"], count - 1) if count > first else None
        if last.end() != self.offset or not (last["name"] or last.group() == "."):
            return None if last["number"] and last.end() == self.offset else _Word(self.offset, None, count)
        at = count - 1 if last["name"] else count - 2
        while at - 2 >= first and self.tokens[at - 1].group() == "." and self.tokens[at - 2]["name"]:
            at -= 2
        return _Word(self.tokens[at].start(), None, at) if self.tokens[at]["name"] and at >= first else None

    def _dotted(self, word: _Word) -> bool:
        return "." in self.text[word.start : self.offset]

    @staticmethod
    def _name(tokens: Sequence[Token]) -> str | None:
        """The name before the value, empty where there are no tokens; None where there is something else."""
        if len(tokens) == 2 and tokens[0]["name"] and tokens[1].group() == "=":
            return tokens[0].group()
        return "" if not tokens else None

    def _after(self, end: int, quote: str | None) -> list[Token]:
        """The tokens behind the word, to the end of the logical line."""
        if quote:
            shut = re.compile(rf"[^{quote}\r\n]*{quote}").match(self.text, end)
            end = shut.end() if shut else end
        return list(_TOKEN.finditer(self.text, end, max(end, self.line[2])))

    def _mended(self, opens: list[int], argument: int) -> str:
        closing = "".join(_PAIRS[self.tokens[at].group()] for at in reversed(opens))
        before = self.tokens[: opens[0]]
        open_header = _HEADERS.match(self.text, self.line[1]) and not any(t.group() == ":" for t in before)
        rest = self.text[max(self.line[2], argument) :]
        return f"{self.text[:argument]}{closing}{':' if open_header else ''}{rest}"


def _is_string(token: Token) -> bool:
    return bool(token["quote"] or token["triple"])


def _keywords(tokens: Sequence[Token], depth: int = 0) -> frozenset[str]:
    """The names with a `=` at that depth or less, up to the bracket that closes the call."""
    found = set()
    for at, token in enumerate(tokens):
        depth += bool(token["open"]) - bool(token["close"])
        if depth < 0:
            break
        if not depth and token["name"] and [following.group() for following in tokens[at + 1 : at + 2]] == ["="]:
            found.add(token["name"])
    return frozenset(found)
