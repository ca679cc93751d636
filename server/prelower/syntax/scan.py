"""What of a text is code: one regular expression walks comments, strings, brackets and line ends.

It gives the logical lines of any text, however broken.  Strings in one pair of quotes end
with the line; a word that can only begin a statement proves that the brackets around it
are unclosed.  Everything here is linear in the text, hostile texts included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from prelower.syntax.fstrings import formatted_end, is_formatted
from prelower.text.lines import BOM

LogicalLine = tuple[int, int, int]
"""Offsets: where the first physical line starts, where its code starts, where the logical line ends."""

_LINE_END = r"(?:\r\n?|\n)"
_BLANK = r"[ \t\f]*"
# A backslash alone at the margin is nothing to Python: the line after it is indented as it is.
_BLANK_LINES = rf"(?:(?:{_BLANK}(?:\#[^\r\n]*)?|\\){_LINE_END})*"
_ESCAPE = r"\\(?:\r\n|.)"

# Groups of the tokens' expression, as `lastindex` gives them.
_OPEN, _CLOSE, _LINE, _INDENT, _TRIPLE, _UNCLOSED, _SINGLE, _COMMENT = range(1, 9)

_FIRST = re.compile(rf"{BOM}?{_BLANK_LINES}({_BLANK})")
# These can neither stand inside brackets nor begin anything but a statement or a clause of one.
_BEGINS_STATEMENT = re.compile(
    r"(?:def|class|import|return|with|while|try|raise|assert|del|pass|break|continue|global|nonlocal"
    r"|elif|except|finally|async[ \t]+def)\b"
)


def _closed(quote: str, without: str = "") -> str:
    """A string of one line that is closed and holds none of the characters of `without`."""
    return rf"{quote}(?!{quote}{quote}){_inner(quote, without)}{quote}"


def _inner(quote: str, without: str = "") -> str:
    plain = rf"[^{quote}\\\r\n{without}]*"
    return rf"{plain}(?:{_ESCAPE}{plain})*"


def _triple(quote: str) -> str:
    plain = rf"[^{quote}\\]*"
    return rf"{quote * 3}{plain}(?:(?:{_ESCAPE}|{quote}(?!{quote}{quote})){plain})*{quote * 3}"


@cache
def _tokens(triples: str, comments: bool) -> re.Pattern[str]:
    """The tokens' expression; only the quotes in `triples` open a triple-quoted string.

    What does not matter is matched as part of the token after it, since each token costs a
    turn of a Python loop.  The alternatives of that run begin with different characters and
    something always matches after it, so that nothing is tried twice; it is bounded because
    each of its rounds takes memory.
    """
    special = r"()\[\]{}\#'\"\\\r\n"
    run = [rf"[^{special}]+", rf"\([^{special}]*\)", rf"\[[^{special}]*\]", rf"\\{_LINE_END}?"]
    run += [_closed('"', "{"), _closed("'", "{")]
    run += [] if comments else [r"\#[^\r\n]*"]
    tokens = [
        r"([(\[{])",
        r"([)\]}])",
        rf"({_LINE_END}{_BLANK_LINES})({_BLANK})",
        f"({'|'.join(map(_triple, triples)) or '(?!)'})",
        f"({'|'.join(quote * 3 for quote in triples) or '(?!)'})",
        f"(\"{_inner(chr(34))}\"?|'{_inner(chr(39))}'?)",
        r"(\#[^\r\n]*)",
        "",
    ]
    return re.compile(f"(?:{'|'.join(run)}){{0,1000}}(?:{'|'.join(tokens)})", re.DOTALL)


def _walk(text: str, at: int, comments: bool = False) -> Iterator[re.Match[str]]:
    """The brackets, line ends and (where asked for) comments of a text from an offset on."""
    triples = "\"'"
    # Looking for the end of an f-string in vain may not be done for ever.
    patience = len(text) + 1000
    while True:
        for token in _tokens(triples, comments).finditer(text, at):
            kind = token.lastindex
            if kind is None:
                continue
            if kind == _UNCLOSED:
                # Nothing below closes it: it ends with its line, as do all others of its kind.
                triples = triples.replace(text[token.start(kind)], "")
                at = token.start(kind)
                break
            if kind != _TRIPLE and kind != _SINGLE:
                yield token
            elif "{" in token.group(kind) and is_formatted(text, token.start(kind)):
                at, tried = formatted_end(text, token.start(kind), token.end(), patience)
                patience -= tried
                if at != token.end():
                    break
        else:
            return


def comments(text: str) -> Iterator[tuple[int, int]]:
    """The offsets of each comment's start and end."""
    for token in _walk(text, 0, comments=True):
        if token.lastindex == _COMMENT:
            yield token.span(_COMMENT)
        elif token.lastindex == _INDENT and "#" in token.group(_LINE):
            start = token.start(_LINE)
            for line in re.finditer(r"\#[^\r\n]*", token.group(_LINE)):
                yield start + line.start(), start + line.end()


def unclosed_string(text: str) -> int | None:
    """The offset of the triple quote that opens a string which nothing closes."""
    if '"""' not in text and "'''" not in text:
        return None
    for token in _tokens("\"'", False).finditer(text):
        if token.lastindex == _UNCLOSED:
            return token.start(_UNCLOSED)
    return None


def logical_lines(text: str) -> list[LogicalLine]:
    """The logical lines of a text that hold code, in order."""
    lines: list[LogicalLine] = []
    first = _FIRST.match(text)
    assert first is not None
    start, code = first.span(1)
    depth = 0
    inner: list[tuple[int, int, int]] = []
    for token in _walk(text, code):
        kind = token.lastindex
        if kind == _OPEN:
            depth += 1
        elif kind == _CLOSE:
            depth -= depth > 0
            if inner and not depth:
                inner.clear()
        elif not depth:
            lines.append((start, code, token.start(_LINE)))
            start, code = token.span(_INDENT)
        else:
            inner.append((token.start(_LINE), *token.span(_INDENT)))
            if _BEGINS_STATEMENT.match(text, token.end()):
                start, code = _cut(text, lines, start, code, inner, True)
                depth = 0
    if depth:
        start, code = _cut(text, lines, start, code, inner, False)
    if code < len(text) and text[code] != "#":
        lines.append((start, code, len(text)))
    return lines


def _cut(
    text: str, lines: list[LogicalLine], start: int, code: int, inner: list[tuple[int, int, int]], last: bool
) -> tuple[int, int]:
    """End the open logical line, whose brackets turned out unclosed; the start and code of the new open one.

    `inner` are the line ends in the brackets, each with the next line's start and code.  The
    lines that stand no deeper than the open one are taken as its followers, so that a half-typed
    call does not swallow the statements below; `last` says that the last one is a follower anyway.
    """
    width = indentation(text, start, code)
    for number, (end, next_start, next_code) in enumerate(inner, 1):
        own = indentation(text, next_start, next_code)
        # At the text's end there is no character, and the empty string is in every string.
        follows = own <= width and text[next_code : next_code + 1] not in ")]}"
        if follows or (last and number == len(inner)):
            lines.append((start, code, end))
            start, code, width = next_start, next_code, own
    inner.clear()
    return start, code


def indentation(text: str, start: int, code: int) -> int:
    """How far a line is indented, as Python counts: tabs go to multiples of eight, a form feed to nothing."""
    blank = text[start:code]
    if "\f" in blank:
        blank = blank[blank.rindex("\f") + 1 :]
    return len(blank.expandtabs(8)) if "\t" in blank else len(blank)
