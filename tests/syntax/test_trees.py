"""Statements and their trees: what is parsed, when, and what is survived."""

import ast
import subprocess
import sys
import threading
import warnings

import pytest

from prelower.syntax.trees import TreeCache, parse
from prelower.text.span import Span

from .test_chunks import HOSTILE

FILE = """import a

def f(x):
    return x + 1

class A(B):
    y = 1

    def m(self):
        return 2

def g():
    return f(LIMIT)

LIMIT = 1; SIZE = 2
"""


def everything(statements):
    """All statements, those in classes too, each with its node asked for."""
    for statement in statements:
        yield statement, statement.node
        yield from everything(statement.members or ())


def parsed_by(text, cache):
    """How many chunks it takes to have all trees of a text."""
    before = cache.parsed
    for _ in everything(parse(text, cache)):
        pass
    return cache.parsed - before


@pytest.mark.parametrize(
    "old, new, times",
    [
        ("x + 1", "x + 10", 1),
        ("return 2", "return (2", 1),
        ("return 2", "z = 3; return 2\n        # x", 1),
        ("y = 1", "y = 12", 1),
        ("A(B)", "A(B, C)", 1),
        ("LIMIT = 1", "LIMIT = 12", 1),
        ("import a", "import a\n\n# note\n", 0),
        ("    def m(self):", "\n    def m(self):", 0),
    ],
)
def test_an_edit_parses_its_chunk_only(old, new, times):
    cache = TreeCache()
    assert parsed_by(FILE, cache) == 7
    assert parsed_by(FILE, cache) == 0
    assert parsed_by(FILE.replace(old, new), cache) == times


def test_nothing_is_parsed_before_it_is_asked_for():
    cache = TreeCache()
    statements = parse(FILE, cache)
    # Statements that share a line have to be told apart.
    assert cache.parsed == 1
    assert "LIMIT" in statements[3].names and "LIMIT" not in statements[1].names
    assert cache.parsed == 1


def test_a_broken_chunk_has_no_node_or_a_mended_one_and_is_alone_with_it():
    whole = [node and ast.dump(node) for _, node in everything(parse(FILE, TreeCache()))]
    for old in ("return 2", "x + 1", "y = 1", "LIMIT = 1"):
        broken = list(everything(parse(FILE.replace(old, "x = = 1"), TreeCache())))
        left = [node and ast.dump(node) for statement, node in broken if not statement.half_typed]
        mended = [statement for statement, _ in broken if statement.half_typed]
        assert left.count(None) + len(mended) == 1
        assert all(statement.half_typed >= {"x"} for statement in mended)
        assert set(left) - {None} <= set(whole)


def test_places_in_the_file():
    text = "\ufeffx = f(1); y = 'é'; z = [\n  2]\nclass A:\n\tclass B(C):\n\t\tw = (3,\n4)\n"
    statements = parse(text, TreeCache())
    x, y, z, outer = statements
    assert x.span(x.node.value) == Span(0, 7, 0, 11)
    assert y.span(y.node.value) == Span(0, 17, 0, 21)
    assert z.span(z.node) == Span(0, 23, 1, 4)
    assert (outer.first_line, outer.end_line, outer.span(outer.node).line) == (2, 5, 2)
    (inner,) = outer.members
    assert inner.node.bases[0].id == "C"
    assert inner.span(inner.node.bases[0]) == Span(3, 9, 3, 10)
    (w,) = inner.members
    assert (w.first_line, w.end_line) == (4, 5)
    assert w.span(w.node.value) == Span(4, 6, 5, 2)


def test_names():
    (statement,) = parse("@d\ndef f(é):  # secret\n    return '# text', ﬁn\n", TreeCache())
    assert {"d", "f", "é", "text", "fin"} <= statement.names
    assert "secret" not in statement.names


def test_a_class_is_parsed_by_its_header():
    text = "@d(1)\nclass A(\n  B,  # b\n  k=C\n):  # note\n  x = 1\n"
    (statement,) = parse(text, TreeCache())
    node = statement.node
    assert isinstance(node, ast.ClassDef)
    assert [ast.unparse(part) for part in (*node.decorator_list, *node.bases, *node.keywords)] == ["d(1)", "B", "k=C"]
    assert [member.text for member in statement.members] == ["  x = 1"]
    assert statement.text.endswith("# note")


def test_a_class_without_a_body_yet():
    (statement, after) = parse("class A(B):\n\nx = 1", TreeCache())
    assert statement.node.name == "A" and statement.members == () and after.members is None


def test_the_oldest_trees_are_forgotten():
    cache = TreeCache(limit=20)
    parsed_by("aaaaaaaa\nbbbbbbbb\n", cache)
    assert parsed_by("aaaaaaaa", cache) == 0
    assert parsed_by("cccccccc", cache) == 1
    assert parsed_by("aaaaaaaa", cache) == 0
    assert parsed_by("bbbbbbbb", cache) == 1
    assert parsed_by("x" * 100, cache) == 1
    assert parsed_by("x" * 100, cache) == 0


def test_the_parser_warns_of_nothing():
    text = "import re\nx = '\\d'\nif 1is x: y\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nodes = [node for _, node in everything(parse(text, TreeCache()))]
    assert None not in nodes


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_raise_nothing(name):
    text = HOSTILE[name]
    # In a process of its own: it is the parser that could crash here.
    code = (
        "import sys; from prelower.syntax.trees import TreeCache, parse\n"
        "text = sys.stdin.buffer.read().decode('utf-8', 'surrogatepass')\n"
        "todo = list(parse(text, TreeCache()))\n"
        "for statement in todo[:2000]:\n"
        "    statement.node, statement.names\n"
        "    todo.extend(statement.members or ())\n"
        "print('survived')"
    )
    shown = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {[path for path in sys.path if path]!r}\n{code}"],
        input=text.encode("utf-8", "surrogatepass"),
        capture_output=True,
        check=False,
    )
    assert (shown.returncode, shown.stdout.strip()) == (0, b"survived"), shown.stderr[-2000:]


def test_threads_may_share_a_cache():
    cache = TreeCache(limit=200)
    failures = []

    def work():
        try:
            for number in range(200):
                parsed_by(FILE.replace("x + 1", f"x + {number}"), cache)
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
