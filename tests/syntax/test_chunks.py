"""Chunks of broken, half-typed and hostile texts."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prelower.syntax.chunks import chunks
from prelower.text.lines import Lines

from .bounds import chunk_bounds, parse_quietly, tree_bounds


def shape(text):
    """Each chunk's first line of text, in brackets those of a class."""

    def of(pieces):
        return [
            (chunk.header.strip(), of(chunk.members)) if chunk.kind == "class" else chunk.text.strip()
            for chunk in pieces
        ]

    return of(chunks(text))


@pytest.mark.parametrize(
    "text, expected",
    [
        ("", []),
        ("\n\n# only\n   # notes\n", []),
        ("\ufeff", []),
        ("\ufeffx = 1", ["x = 1"]),
        ("\ufeff# a\nx", ["x"]),
        ("\\\n", []),
        # What is unclosed swallows nothing below it.
        ("f(\nx = 1\ndef g(): pass", ["f(", "x = 1", "def g(): pass"]),
        ("f(\nx = 1\ny = [\n1,\n2]\n", ["f(", "x = 1", "y = [", "1,", "2]"]),
        ("f(a,\n  b\n\nx = 1\n", ["f(a,\n  b", "x = 1"]),
        ("def f():\n  g({\n\n@d\ndef h():\n  pass\n", ["def f():\n  g({", "@d\ndef h():\n  pass"]),
        ("x = 'abc\ny = 1\n", ["x = 'abc", "y = 1"]),
        ("x = it's\ny = 1\n", ["x = it's", "y = 1"]),
        ('x = 1\ny = """never\nz = 1\n', ["x = 1", 'y = """never', "z = 1"]),
        ("x = '''a\ny = '''\nz = '''b\nw = \"\"\"\n1\"\"\"\n", ["x = '''a\ny = '''", "z = '''b", 'w = """\n1"""']),
        ('x = f"{a\ny = 1\n', ['x = f"{a', "y = 1"]),
        ("x = 1)\ny = (2]\nz = 3", ["x = 1)", "y = (2]", "z = 3"]),
        # Clauses and decorators want their statement.
        ("x = 1\nelse:\n  y\n", ["x = 1", "else:\n  y"]),
        ("if a:\n  b\nelse:\n  c\nelse:\n  d\n", ["if a:\n  b\nelse:\n  c\nelse:\n  d"]),
        ("@d\nx = 1\n", ["@d", "x = 1"]),
        ("@d\n@e(\n1)\nclass A:\n  pass\n", [("@d\n@e(\n1)\nclass A:", ["pass"])]),
        ("else_ = 1\nif x: y\nfinally_ = 2\n", ["else_ = 1", "if x: y", "finally_ = 2"]),
        # Indented for no reason, and too little.
        ("  x = 1\n  y = 2\nz = 3\n", ["x = 1", "y = 2", "z = 3"]),
        ("class A:\n    x = 1\n  y = 2\n    z = 3\n", [("class A:", ["x = 1", "y = 2", "z = 3"])]),
        # Classes.
        ("class A:", [("class A:", [])]),
        ("class A(B):  # note: this\n\nx = 1", [("class A(B):  # note: this", []), "x = 1"]),
        ("class A: pass  # :\nx", ["class A: pass  # :", "x"]),
        (
            "class A:\n  '''d:'''\n  class B:\n    x = 1\n  y = 2\n",
            [("class A:", ["'''d:'''", ("class B:", ["x = 1"]), "y = 2"])],
        ),
        ("class A(\n  B, # :\n): # :\n  x = 1\n", [("class A(\n  B, # :\n): # :", ["x = 1"])]),
        ("class A\n  x = 1\ny = 1", ["class A\n  x = 1", "y = 1"]),
        ("classes = 1\nclass_ = {\n1:\n2}", ["classes = 1", "class_ = {\n1:\n2}"]),
    ],
)
def test_shape(text, expected):
    assert shape(text) == expected


F_STRINGS = [
    """f"{x["a"]}" """,
    """f"{x["("]}{y["["]!r:>{w["{"]}}" """,
    """f'{f'{f'{1}'}'}' """,
    """f"{{{x["'"]}}}" """,
    """rf"\\{x["#"]}" """,
    """f"\\"{x["\\""]}" """,
    """f'''{x['''(''']}{"}"}''' """,
    """f"{x:{y["("]}}" """,
    """f"{ {"a": 1}["a"] }" """,
    """f"{(lambda x: 1)(")")}" """,
    """F"{a != "("}" """,
    """t"{a["("]}" """,
    """tr"{a["("]}" """,
    """f"{\n x["("] # no\n}" """,
    """f"\\N{LEFT PARENTHESIS}{a['(']}" """,
]


@pytest.mark.parametrize("string", F_STRINGS)
def test_f_strings_may_hold_their_own_quotes(string):
    text = f"a = {string.strip()}\nb = 1\nc = [{string}, 2,\n3]\n"
    assert [chunk.text for chunk in chunks(text)] == [f"a = {string.strip()}", "b = 1", f"c = [{string}, 2,\n3]"]


# Three quotes begin a string that ends where the next three are, and a form feed at a line's start is its margin.
JUNK = st.one_of(
    st.text("()[]{}'\"\\#:;=@.,f \t0x", max_size=12),
    st.text(max_size=12),
    st.sampled_from(
        ["return (", "import", "x = f'{", "class A(", "else", "with (a", 'f"{x[\'a"', "@", "\f", "\u2028(", "async def"]
    ),
).filter(lambda text: not re.search(r"\"{3}|'{3}|[\r\n]|^[ \t]*\f", text))
FILE = '''import a

LIMIT = 3
@jit
def f(x):
    """Doc ('s."""
    y = {
        1: 2,
    }
    <function>
    return y


@d(1)
class A(B):
    x = 1

    def m(self):
        if 1:
            pass
        <method>
        return 2

    y = [
        1,
    ]
    @p
    def n(self): pass

TABLE = {
    'a': (1, 2),
}
if LIMIT:
    g = 1
else:
    g = f'{LIMIT}'

z = 2
'''


@given(JUNK, st.sampled_from(["<function>", "<method>"]))
@settings(max_examples=400)
def test_junk_in_a_function_changes_no_other_chunk(junk, place):
    others = [text for text in leaves(chunks(FILE)) if place not in text]
    assert len(others) == 10
    left = leaves(chunks(FILE.replace(place, junk)))
    assert [text for text in left if text in others] == others


def leaves(pieces):
    """The texts of all chunks, of classes their headers and members."""
    found = []
    for chunk in pieces:
        found += [chunk.header, *leaves(chunk.members)] if chunk.kind == "class" else [chunk.text]
    return found


SOUP = st.lists(
    st.sampled_from(
        [
            "x",
            "1",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "'",
            '"',
            "'''",
            '"""',
            "f'",
            'f"',
            "{{",
            "}}",
            "\\",
            "#",
            ":",
            ";",
            "=",
            "@",
            ",",
            "\n",
            "\n",
            "\n    ",
            "\n    ",
            "\n\t",
            "\r\n",
            "\r",
            "\f",
            "\u2028",
            "\x00",
            " ",
            "def f():",
            "class A:",
            "class ",
            "else:",
            "if x:",
            "try:",
            "except:",
            "return",
            "import",
            "from",
            "async ",
            "pass",
            "lambda",
            "\ufeff",
            "é",
            "!r",
            "for",
        ]
    ),
    max_size=40,
).map("".join)


@given(SOUP)
@settings(max_examples=1000)
def test_soup_gives_chunks_in_order_and_loses_no_code(text):
    lines = Lines(text)
    last = -1
    covered = set()
    for chunk in chunks(text):
        assert last < chunk.line <= chunk.end_line
        last = chunk.end_line
        covered |= set(range(chunk.line, last + 1))
        assert chunk.text
        within = "\n".join(lines.line(at) for at in range(chunk.line, last + 1))
        within = within.removeprefix("\ufeff") if chunk.line == 0 else within
        assert within.startswith(chunk.text.replace("\r\n", "\n").replace("\r", "\n"))
        inner = [member.line for member in chunk.members]
        assert inner == sorted(set(inner)) and all(chunk.line < at <= last for at in inner)
    for at in range(len(lines)):
        assert at in covered or lines.line(at).strip(" \t\f\\\ufeff")[:1] in ("", "#")
    if re.search(r"(?:^|[\r\n])[ \t\f]*\\", text):
        # To `ast`, a line that starts with a backslash belongs to nothing; to us, to what it continues to.
        return
    try:
        tree = parse_quietly(text)
    except (SyntaxError, ValueError):
        return
    assert chunk_bounds(chunks(text)) == tree_bounds(tree.body, lines)


HOSTILE = {
    "open brackets": "(" * 10_000,
    "open brackets on lines": "(\n" * 100_000,
    "deep brackets": "x = " + "(" * 5000 + ")" * 5000,
    "deep lists": "x = " + "[" * 100_000,
    "deep minus": "x = " + "-" * 200_000 + "1",
    "long sum": "x = " + "1+" * 100_000 + "1",
    "deep attributes": "x" + ".a" * 100_000,
    "deep calls": "x" + "()" * 400_000,
    "deep calls, shorter": "x" + "()" * 45_000,
    "deep subscripts": "x = y" + "[0]" * 80_000,
    "fields of an f-string": "f'''" + "{x}\n" * 400_000 + "'''",
    "fields of an f-string, fewer": "f'''" + "{x}\n" * 20_000 + "'''",
    "deep indentation": "".join(" " * depth + "if x:\n" for depth in range(500)),
    "deep classes": "".join(" " * depth + "class A:\n" for depth in range(1500)),
    "long line": "x = '" + "é" * 2_000_000 + "'",
    "long list": "x = [" + "'a', " * 400_000 + "]",
    "nul": "x = 1\0\ny = '\0'\n",
    "quotes": '\\"""\n' * 75_000,
    "triples": '"""' + '\\"""' * 75_000,
    "both triples": "'''\\\"\"\"\\'''\n" * 25_000,
    "f-strings": 'f"{' * 125_000,
    "f-strings in lines": 'f"{\n' * 100_000,
    "f-strings in triples": "f'''{f\"\"\"{" * 50_000,
    "braces in f-strings": "f'" + "{" * 1_000_000 + "'",
    "specs": 'f"' + "{x:" * 125_000,
    "backslashes": "\\" * 1_000_000,
    "continued": "\\\n" * 500_000,
    "carriage returns": "\r" * 1_000_000,
    "form feeds": "\f" * 1_000_000,
    "blanks": (" " * 1000 + "\n") * 1000 + " " * 500_000,
    "comments": "#\\\n" * 500_000,
    "decorators": "@\n" * 75_000,
    "else": "if x: y\n" + "else:\n" * 50_000,
    "unclosed and closed": "f(\ndef g(): [\nimport x\n)\n" * 15_000,
    "words in brackets": "(\n" + "def\n" * 75_000,
    "surrogates": "x = '\ud800'\n\udfff\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_take_a_bounded_time(text):
    start = time.perf_counter()
    chunks(text)
    assert time.perf_counter() - start < 10
