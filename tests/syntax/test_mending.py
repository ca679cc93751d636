"""Stand-ins for the half-typed lines of a function, and the words of those lines."""

from __future__ import annotations

import ast

import pytest

from prelower.syntax.mending import mended

HEAD, TAIL = "def f(x, y):\n    a = 1\n", "    c = a\n    return c\n"
STAND_INS = {
    "    b = int(\n": "b = __half_typed__",
    "    b, d = int(x\n": "b = d = __half_typed__",
    "    b: int = 3 +\n": "b = __half_typed__",
    "    b += \n": "b = __half_typed__",
    "    return jax.jit(x\n": "return __half_typed__",
    "    setup(x, y=\n": "__half_typed__(setup, x, y)",
    "    x.\n": "__half_typed__",
    "    x.limit = 3 *\n": "__half_typed__",
    "    raise ValueError(\n": "__half_typed__",
    "    if x >\n        b = 1\n": "if __half_typed__:",
    "    while x >:\n        b = 1\n": "while __half_typed__:",
    "    for i, j in :\n        b = 1\n": "for i, j in __half_typed__:",
    "    with open(x) as\n        b = 1\n": "if __half_typed__:",
    '    b = "abc\n': "b = __half_typed__",
    "    import jax.\n": "__half_typed__",
}


@pytest.mark.parametrize("line", STAND_INS)
def test_a_half_typed_line_has_a_stand_in(line: str):
    made = mended(HEAD + line + TAIL)
    assert made is not None
    ast.parse(made.text)
    lines, before = made.text.split("\n"), (HEAD + line + TAIL).split("\n")
    assert lines[2].strip() == STAND_INS[line]
    assert len(lines) == len(before)
    assert lines[:2] + lines[-3:] == before[:2] + before[-3:]


def test_the_words_of_half_typed_lines_are_told():
    made = mended(HEAD + "    b = limit(x, 'y',\n" + TAIL)
    assert made is not None and made.words >= {"b", "limit", "x"} and not made.words & {"a", "c", "y"}


@pytest.mark.parametrize(
    "text",
    [
        HEAD + TAIL,
        "def f(x,:\n" + TAIL,
        "b = int(\n",
        HEAD + "    b = (\n    d = (\n    e = (\n    g = (\n" + TAIL,
        "    " * 30_000,
        "",
    ],
)
def test_what_cannot_be_mended_is_left(text: str):
    assert mended(text) is None
