"""Chunks against `ast`, over real files: the same bounds, and the same trees at the same places."""

import ast
import copy

import pytest

from prelower.syntax.chunks import chunks
from prelower.syntax.trees import Statement, TreeCache, parse
from prelower.text.lines import Lines

from .bounds import chunk_bounds, has_own_lines, installed_files, parse_quietly, parsed, sample, tree_bounds


def mismatches(paths):
    """The files whose chunks are not where `ast` says that the statements are."""
    return [
        source.path
        for source, tree in parsed(paths)
        if chunk_bounds(chunks(source.text)) != tree_bounds(tree.body, source.lines)
    ]


def test_bounds_of_a_sample():
    assert mismatches(sample(installed_files(), 400)) == []


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_bounds_of_everything_installed():
    assert mismatches(installed_files()) == []


def dumped(node, line):
    """Everything about a node, with its positions moved down by so many lines."""
    node = copy.deepcopy(node)
    ast.increment_lineno(node, line)
    return ast.dump(node, include_attributes=True)


def flat(statements):
    """The statements with each class's header before its members, as (line to add, node)."""
    for statement in statements:
        assert isinstance(statement, Statement) and statement.node is not None, statement
        if statement.members is None:
            yield dumped(statement.node, statement.line)
        else:
            yield from header(statement.node, statement.line)
            yield from flat(statement.members)


def header(node, line):
    """What is to be right in the node of a class's header."""
    parts = [*node.decorator_list, *node.bases, *node.keywords, *getattr(node, "type_params", [])]
    return [node.name, str(node.lineno + line), str(node.col_offset), *(dumped(part, line) for part in parts)]


def flat_tree(body, lines):
    """The same, of the tree of a whole file."""
    for node in body:
        if isinstance(node, ast.ClassDef) and has_own_lines(node, lines):
            yield from header(node, 0)
            yield from flat_tree(node.body, lines)
        else:
            yield dumped(node, 0)


def test_trees_are_those_of_the_whole_file():
    cache = TreeCache()
    wrong = [
        source.path
        for source, tree in parsed(sample(installed_files(), 60))
        if list(flat(parse(source.text, cache))) != list(flat_tree(tree.body, source.lines))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "x = 1; y = 'é'; z = f(1)\n",
        "@a\n# note\n@b(\n  1)\nclass C(D, k=1):  # why:\n    '''doc'''\n\n    @p\n    # n\n    async def f(s): pass\n",
        "class A:\n\tx = 1\n\tclass B(object):\n\t\tdef f(self):\n\t\t\treturn 1\n\ty = 2\n",
        "class A: x = 1; y = 2\nclass B: pass\nclass C(\n  D\n): pass\n",
        "if a:\n    x\nelif b:\n  y\nelse:\n  z\nfor a in b: c\nelse: d\ntry:\n  e\nexcept* F:\n  g\nfinally:\n  h\n"
        if hasattr(ast, "TryStar")
        else "try:\n  e\nfinally:\n  h\n",
        "match x:\n    case 1:\n        y\n    case _:\n        z\ncase = 3\nmatch = case\n",
        "\fdef f():\n    return 1\n\f\nclass A:\n\f    x = 1\n    y = 2\n",
        "x = '''\ndef f():\n'''\ny = [\n1,\n2]\nz = 1 + \\\n2\nreturn_ = 1\n",
        "class A:\r\n    x = 1\r\n    def f(s):\r\n        pass\r\ny = 1\r\n",
        "class A:\r    x = 1\r    def f(s):\r        pass\ry = 1\r",
        "x = '\u2028'\nclass A:\n    y = '\x85\u2029'\n    z = 2\n",
        "async def f():\n    async with a: pass\nasync def g(): pass\n",
        "if a: b; c\nx = 1;\n",
        "x = 1  # a\n# b\n    # c\ny = 2 \\\n\n# d\nz = 3 \\\n  # e\n",
        "def f():\n    x = 1\n# at the margin\n    return x\n",
        "x = f'{a!r:>{w}}' f\"{{}}\"; y = rf'\\{z}'\nd = f'''{\n a}'''\n",
    ],
)
def test_bounds_and_trees_of_what_is_rare(text):
    tree = parse_quietly(text)
    assert chunk_bounds(chunks(text)) == tree_bounds(tree.body, Lines(text))
    assert list(flat(parse(text, TreeCache()))) == list(flat_tree(tree.body, Lines(text)))
