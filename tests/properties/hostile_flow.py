"""Hostile and deep texts: branches, loops, functions, classes."""

from __future__ import annotations

from .hostile import Texts, many, sunk

SINK = sunk("n")


def deep_recursion() -> str:
    """5,000 calls deep."""
    return "def f(n):\n    return f(n - 1) + 1 if n else 1.5\nx = f(5000)\n" + sunk("x")


def double_recursion() -> str:
    """2**90 calls, and some in a `try`, where each may be left."""
    made = "def f(n):\n    if n < 2:\n        return thing()\n    return f(n - 1) + f(n - 2)\nx = f(90)\n"
    return made + "try:\n    y = f(90), f(thing()), f(2**20)\nexcept RecursionError:\n    y = 1\n" + sunk("x", "y")


def unknown_recursion() -> str:
    """A function that calls itself as chance will have it."""
    ways = "    if coin():\n        return f(n + 1) + f(n - 1)\n    if coin():\n        return f(n * 2)\n"
    return f"def f(n):\n{ways}    {SINK}    return n\nx = f(thing())\ny = f(1)\nz = f(1.5)\n" + sunk("(x, y, z)")


def mutual_recursion() -> str:
    """40 functions that call each other."""
    body = f"    {SINK}    return f%d(n) + f%d(n + 1)\n"
    return many(40, lambda i: f"def f{i}(n):\n" + body % ((i + 1) % 40, (i + 7) % 40)) + "x = f0(1.5)\n" + sunk("x")


def calls_in_layers() -> str:
    """Each function calls the next one twice: 2**30 calls."""
    layers = many(30, lambda i: f"def f{i + 1}(n):\n    return f{i}(n) + f{i}(n)\n")
    return f"def f0(n):\n    {SINK}    return n\n{layers}x = f30(1.5)\n" + sunk("x")


def layers_with_branches() -> str:
    """The same, on one of two branches."""
    ways = "    if coin():\n        n = f%d(n)\n    else:\n        n = f%d(n + 1)\n    return n\n"
    return "def f0(n):\n    return n\n" + many(11, lambda i: f"def f{i + 1}(n):\n" + ways % (i, i)) + sunk("f11(1.5)")


def many_branches() -> str:
    """2**30 ways."""
    return "x = 1\n" + many(30, lambda i: f"if coin():\n    x = x + {i}.5\n") + sunk("x")


def many_branches_on_a_table() -> str:
    """2**200 ways to fill a dict."""
    ways = many(200, lambda i: f"if thing({i}):\n    d['k{i}'] = {i}.5\nelse:\n    d['a'] = {i}\n")
    return "d = {'a': 1}\n" + ways + sunk("d['a']", "d")


def many_returns() -> str:
    """A function that is left in 300 places."""
    ways = many(300, lambda i: f"    if thing({i}):\n        return {i}.5\n")
    return f"def f(n):\n{ways}    return None\nx = f(1)\n" + sunk("x")


def nested_ifs() -> str:
    """As deep as Python's parser goes."""
    lines = many(98, lambda i: " " * i + "if coin():\n")
    return "x = 1\n" + lines + " " * 98 + "x = 1.5\n" + " " * 98 + sunk("x") + sunk("x")


def too_deeply_nested_ifs() -> str:
    """Deeper than that; the rest of the file is still read."""
    return "x = 1\n" + many(200, lambda i: " " * i + "if coin():\n") + " " * 200 + sunk("x") + "y = 1.5\n" + sunk("y")


def elif_chain() -> str:
    """800 branches of one test."""
    ways = many(800, lambda i: f"elif v == {i}:\n    x = {i}.5\n")
    return "v = thing()\nx = 1\nif v is None:\n    x = 1.5\n" + ways + sunk("x")


def endless_loops() -> str:
    """Loops that nothing ends, and one that chance ends."""
    endless = f"def f():\n    n = 1\n    while True:\n        n += 1.5\n        {SINK}f()\n"
    return (
        "x = 1\n"
        + endless
        + "n = 0\nwhile True:\n    n += 1\n    if thing(n):\n        break\n    x = [x]\n"
        + sunk("x")
    )


def nested_endless_loops() -> str:
    """Loops in loops, each as long as chance will have it."""
    return "x = 1\n" + many(15, lambda i: " " * i + "while coin():\n") + " " * 15 + "x = x + 1.5\n" + sunk("x")


def nested_known_loops() -> str:
    """60**8 rounds."""
    return "x = 1\n" + many(8, lambda i: " " * i + f"for i{i} in range(60):\n") + " " * 8 + "x = x + 1\n" + sunk("x")


def endless_generators() -> str:
    """Generators that never end, drained."""
    made = "import itertools\ndef g():\n    n = 0\n    while True:\n        yield n\n        n += 1.5\n"
    uses = sunk(
        "next(g())", "[y for y in g()]", "list(itertools.count())", "dict(zip(g(), itertools.count(1)))", "max(g())"
    )
    return made + uses + "for y in g():\n    if y > 3: break\n" + sunk("y", "sum(itertools.repeat(1))")


def work_in_a_loop() -> str:
    """4,096 rounds that fill a table and give it away."""
    body = "    d[(i, j)] = [i * j, {'v': i / (j + 1)}]\n    if thing(d):\n      d = dict(d)\n"
    return f"d = {{}}\nfor i in range(64):\n  for j in range(64):\n{body}" + sunk("d")


def nested_tries() -> str:
    """As many `try` as Python takes."""
    ends = "".join(
        f"{' ' * i}except ValueError:\n{' ' * i} x = {i}.5\n{' ' * i}finally:\n{' ' * i} y = thing()\n"
        for i in range(17, -1, -1)
    )
    return "x = 1\n" + many(18, lambda i: " " * i + "try:\n") + " " * 18 + "x = thing()\n" + ends + sunk("x")


def tries_in_a_row() -> str:
    """300 `try`, one after the other."""
    tried = many(300, lambda i: f"try:\n    x = thing(x)\nexcept ValueError:\n    x = {i}.5\nfinally:\n    thing()\n")
    return "x = 1\n" + tried + sunk("x")


def much_in_a_try() -> str:
    """2,000 lines that may each be left."""
    return (
        "x = 1\ntry:\n"
        + many(2_000, lambda i: f"    x = thing(x) + {i}\n")
        + "except ValueError:\n    x = 1.5\n"
        + sunk("x")
    )


def large_match() -> str:
    """400 patterns."""
    cases = many(400, lambda i: f"    case [{i}, *rest] | {{'k': {i}, **rest}}:\n        x = {i}.5\n")
    return "v = thing()\nx = 1\nmatch v:\n" + cases + sunk("x")


def large_class() -> str:
    """2,000 methods, each with a sink."""
    body = f"        {SINK}        self.a%d = n\n        return self.m%d(n)\n"
    methods = many(2_000, lambda i: f"    def m{i}(self, n=1.5):\n" + body % (i, (i + 1) % 2000))
    return "class C:\n" + methods + "c = C()\n" + sunk("c.m0(1.5)", "c")


def deep_inheritance() -> str:
    """300 classes deep."""
    classes = many(299, lambda i: f"class C{i + 1}(C{i}):\n    def f(self):\n        return super().f()\n")
    return "class C0:\n    x = 1.5\n    def f(self):\n        return 1.5\n" + classes + sunk("C299().f()", "C299.x")


def cyclic_inheritance() -> str:
    """Classes whose bases are not there yet."""
    return "class A(B):\n    x = 1.5\nclass B(A):\n    pass\nclass A(B):\n    pass\n" + sunk("A.x", "B().y")


def many_functions() -> str:
    """1,500 functions, each with a sink, each calling the next."""
    body = "    if a:\n        " + sunk("b")
    return many(1_500, lambda i: f"def f{i}(a, b=1.5):\n{body}    return f{i + 1}(a, b)\n") + "f0(1, 2.5)\n"


def many_sinks() -> str:
    """2,500 findings."""
    return "x = 1\n" + f"x = x + 0.5\n{sunk('x')}" * 2_500


def many_decorators() -> str:
    """300 decorators on one function."""
    made = "def d(f):\n    def g(*a, **k):\n        return f(*a, **k)\n    return g\n"
    return made + "@d\n" * 300 + "def f(x):\n    return x / 2\n" + sunk("f(3)")


def what_does_not_parse() -> str:
    """Thousands of broken lines."""
    return "x = 1.5\n" + "def f(:\n    x = (\n" * 3_000 + sunk("x") + "))))\n" + "'''\n" * 3


FLOW: Texts = {
    made.__name__: made
    for made in (
        deep_recursion, double_recursion, unknown_recursion, mutual_recursion, calls_in_layers, layers_with_branches,
        many_branches, many_branches_on_a_table, many_returns, nested_ifs, too_deeply_nested_ifs, elif_chain,
        endless_loops, nested_endless_loops, nested_known_loops, endless_generators, work_in_a_loop, nested_tries,
        tries_in_a_row, much_in_a_try, large_match, large_class, deep_inheritance, cyclic_inheritance, many_functions,
        many_sinks, many_decorators, what_does_not_parse,
    )
}  # fmt: skip
