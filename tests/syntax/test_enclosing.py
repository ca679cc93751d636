"""Which argument of which call a position is in, however broken the text around it is."""

from __future__ import annotations

import ast

import pytest

from prelower.syntax.enclosing import Enclosing, enclosing


def at(text: str) -> tuple[str, Enclosing] | None:
    """The text without its `|`, and what was found there."""
    whole = text.replace("|", "", 1)
    found = enclosing(whole, text.index("|"))
    return None if found is None else (whole, found)


@pytest.mark.parametrize(
    ("text", "callee", "keyword", "typed"),
    [
        ("f(|", "f", None, ""),
        ("x = a.b(c, d|", "a.b", None, "d"),
        ("g(f(1)(|", "f(1)", None, ""),
        ("g(x, f(a=1, b=|), y)", "f", "b", ""),
        ("f(a={'k|", "f", "a", "k"),
        ("f(a=['x', \"k|ey\"])", "f", "a", "key"),
        ("f(a=m.n|)", "f", "a", "m.n"),
        ("a[f(|]", "f", None, ""),
        ("f(# a, (\n  |", "f", None, ""),
        ('f(\'(\', """[""", |', "f", None, ""),
        ("class A:\n  def g(self):\n    return f(|\n\n  def h(self): ...\n", "f", None, ""),
    ],
)
def test_the_argument_around_a_position(text, callee, keyword, typed):
    whole, found = at(text)
    assert (whole[slice(*found.callee)], found.keyword, whole[slice(*found.typed)]) == (callee, keyword, typed)


@pytest.mark.parametrize(
    "text",
    [
        "|",
        "f|(",
        "f()|",
        "(|",
        "[|",
        "{'a': |",
        "def f(|",
        "f('|",
        "f(1|",
        "f(x + |",
        "f(*|",
        "f(a=b'|",
        "# f(|",
        "'f(|",
    ],
)
def test_no_argument(text):
    assert at(text) is None


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("f(a, b|\nx = 1\n", "f(a,)\nx = 1\n"),
        ("g(1, [f(a=1, |)]) + 2\n", "g(1, [f(a=1,)])\n"),
        ("def g(x=f(|\n    return x\n", "def g(x=f()):\n    return x\n"),
        ("while f(|): pass\nx = 1\n", "while f():\nx = 1\n"),
        ("if x: f(|\ny = 1\n", "if x: f()\ny = 1\n"),
        ("p = f(\n    a=1,\n    |\n)\nq = 2\n", "p = f(\n    a=1,)\nq = 2\n"),
    ],
)
def test_the_call_is_closed(text, mended):
    _, found = at(text)
    assert found.mended == mended


@pytest.mark.parametrize(
    "text", ["f(a=1, |, b=g(c=3))", "f(a=1, |\n  b=2)", "f(a=1, x=[|], b=2)", "f(a=1, x='|', b=2)"]
)
def test_the_keywords_given(text):
    _, found = at(text)
    assert found.given == {"a", "b"}


def test_every_prefix_of_a_program_is_read():
    text = "p = g(1, f(a={'x': 1, 'y': [2]}, b=('q', m.n), **k), lambda i: (i, 0))[f(h='''z''')] # f(\n"
    ast.parse(text)
    found = [enclosing(text[:end], end) for end in range(len(text) + 1)]
    assert {text[slice(*one.callee)] for one in found if one is not None} == {"g", "f"}
