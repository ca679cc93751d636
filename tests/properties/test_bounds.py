"""Hostile and deep inputs are answered in time, and without an exception."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from .judge import interpreted

SECONDS = 3.0
HEAD = "from jax.experimental.pallas import tpu as pltpu\nfrom world import coin, thing\n"
SINK = "pltpu.CompilerParams(vmem_limit_bytes={})\n"


def _sunk(value: str) -> str:
    return SINK.format(value)


def large_dict() -> str:
    items = ", ".join(f"'k{i}': {i}.5" for i in range(10_000))
    return (
        f"d = {{{items}}}\n"
        + _sunk("d['k7']")
        + "for k in d:\n    d[k] += 1\n"
        + _sunk("d")
        + "x = {**d, **d}\n"
        + _sunk("x")
    )


def grown_dict() -> str:
    return "d = {}\n" + "".join(f"d['k{i}'] = {i}.5\n" for i in range(5_000)) + _sunk("d['k7']") + _sunk("d")


def nested_parentheses() -> str:
    return "x = " + "(" * 5_000 + "1.5" + ")" * 5_000 + "\n" + _sunk("x") + "y = 1.5\n" + _sunk("y")


def nested_lists() -> str:
    return "x = " + "[" * 95 + "1.5" + "]" * 95 + "\n" + _sunk("x" + "[0]" * 95) + _sunk("x")


def deep_recursion() -> str:
    return "def f(n):\n    return f(n - 1) + 1 if n else 1.5\nx = f(5000)\n" + _sunk("x")


def double_recursion() -> str:
    return "def f(n):\n    if n < 2:\n        return thing()\n    return f(n - 1) + f(n - 2)\nx = f(90)\n" + _sunk("x")


def unknown_recursion() -> str:
    return (
        "def f(n):\n    if coin():\n        return f(n + 1) + f(n - 1)\n    if coin():\n        return f(n * 2)\n"
        f"    {_sunk('n')}    return n\n" + "x = f(thing())\ny = f(1)\nz = f(1.5)\n" + _sunk("(x, y, z)")
    )  # fmt: skip


def mutual_recursion() -> str:
    functions = "".join(
        f"def f{i}(n):\n    {_sunk('n')}    return f{(i + 1) % 40}(n) + f{(i + 7) % 40}(n + 1)\n" for i in range(40)
    )
    return functions + "x = f0(1.5)\n" + _sunk("x")


def calls_in_layers() -> str:
    """Each function calls the next one twice: 2**30 calls."""
    functions = f"def f0(n):\n    {_sunk('n')}    return n\n" + "".join(
        f"def f{i}(n):\n    return f{i - 1}(n) + f{i - 1}(n)\n" for i in range(1, 31)
    )
    return functions + "x = f30(1.5)\n" + _sunk("x")


def layers_with_branches() -> str:
    functions = "def f0(n):\n    return n\n" + "".join(
        f"def f{i}(n):\n    if coin():\n        n = f{i - 1}(n)\n    else:\n        n = f{i - 1}(n + {i})\n    return n\n"
        for i in range(1, 12)
    )
    return functions + "x = f11(1.5)\n" + _sunk("x")


def many_branches() -> str:
    return "x = 1\n" + "".join(f"if coin():\n    x = x + {i}.5\n" for i in range(30)) + _sunk("x")


def many_branches_on_a_table() -> str:
    return (
        "d = {'a': 1}\n"
        + "".join(f"if thing({i}):\n    d['k{i}'] = {i}.5\nelse:\n    d['a'] = {i}\n" for i in range(200))
        + _sunk("d['a']")
        + _sunk("d")
    )


def returns_on_many_branches() -> str:
    return (
        "def f(n):\n"
        + "".join(f"    if thing({i}):\n        return {i}.5\n" for i in range(300))
        + "    return None\nx = f(1)\n"
        + _sunk("x")
    )


def nested_ifs() -> str:
    """As deep as Python's own parser goes."""
    lines = [f"{' ' * i}if coin():\n" for i in range(98)]
    return "x = 1\n" + "".join(lines) + " " * 98 + "x = 1.5\n" + " " * 98 + _sunk("x") + _sunk("x")


def too_deeply_nested_ifs() -> str:
    lines = [f"{' ' * i}if coin():\n" for i in range(200)]
    return "x = 1\n" + "".join(lines) + " " * 200 + _sunk("x") + "y = 1.5\n" + _sunk("y")


def elif_chain() -> str:
    return (
        "v = thing()\nx = 1\nif v == 0:\n    x = 1.5\n"
        + "".join(f"elif v == {i}:\n    x = {i}.5\n" for i in range(1, 800))
        + _sunk("x")
    )


def huge_strings() -> str:
    return (
        f"s = '{'x' * 1_000_000}'\nt = s * 1_000_000\nu = t + s\nv = f'{{u}}{{u}}'.replace('x', s)\n"
        + _sunk("v")
        + _sunk("len(s)")
        + "b = b'x' * 10**12\n"
        + _sunk("b")
    )


def huge_numbers() -> str:
    return "a = 2 ** 10 ** 9\nb = 1 << 10 ** 12\nc = 10 ** 10 ** 10\nd = 9.9e300 ** 99\ne = int('9' * 100_000)\nf = pow(7, 10 ** 9)\n" + _sunk("(a, b, c, d, e, f)") + \
        "import math\n" + _sunk("math.factorial(10 ** 9)") + _sunk("math.comb(10 ** 9, 10 ** 8)") + _sunk("range(10 ** 12)[5]") + _sunk("list(range(10 ** 12))") + _sunk("sum(range(10 ** 12))")  # fmt: skip


def squaring() -> str:
    return (
        "x = 3\n"
        + "x = x * x\n" * 60
        + _sunk("x")
        + "s = 'ab'\n"
        + "s = s + s\n" * 60
        + _sunk("s")
        + "a = [1]\n"
        + "a = a + a\n" * 60
        + _sunk("a")
        + "t = (1,)\n"
        + "t = (t, t, t)\n" * 40
        + _sunk("t")
    )


def endless_loops() -> str:
    return (
        "x = 1\n"
        + f"def f():\n    x = 1\n    while True:\n        x += 1.5\n        {_sunk('x')}"
        + "f()\n"
        + "n = 0\nwhile True:\n    n += 1\n    if thing(n):\n        break\n    x = [x]\n"
        + _sunk("x")
    )


def nested_endless_loops() -> str:
    lines = "".join(f"{' ' * i}while coin():\n" for i in range(15))
    return "x = 1\n" + lines + " " * 15 + "x = x + 1.5\n" + _sunk("x")


def nested_known_loops() -> str:
    lines = "".join(f"{' ' * i}for i{i} in range(60):\n" for i in range(8))
    return "x = 1\n" + lines + " " * 8 + "x = x + 1\n" + _sunk("x")


def endless_generators() -> str:
    return ("import itertools\ndef g():\n    n = 0\n    while True:\n        yield n\n        n += 1.5\n" + _sunk("next(g())") + _sunk("[y for y in g()]") + _sunk("list(itertools.count())")
            + "for y in g():\n    if y > 3: break\n" + _sunk("y") + _sunk("dict(zip(g(), itertools.count(1)))"))  # fmt: skip


def exponential_comprehensions() -> str:
    loops = " ".join(f"for a{i} in range(50)" for i in range(10))
    return (
        f"x = [a0 {loops}]\n"
        + _sunk("x")
        + f"y = {{(a0, a1): a9 / 2 {loops} if thing(a3)}}\n"
        + _sunk("y")
        + "z = "
        + "[" * 12
        + "1.5"
        + " for _ in range(9)]" * 12
        + "\n"
        + _sunk("z")
    )


def long_attribute_chain() -> str:
    return (
        "x = thing"
        + ".a" * 3_000
        + "\n"
        + _sunk("x")
        + "class C:\n    pass\nc = C()\n"
        + "c.next = c\n"
        + "y = c"
        + ".next" * 900
        + "\n"
        + _sunk("y")
    )


def long_call_chain() -> str:
    return "x = thing" + ".a(1)" * 1_000 + "\n" + _sunk("x") + "s = 'a'" + ".strip()" * 900 + "\n" + _sunk("s")


def long_operator_chain() -> str:
    return (
        "x = "
        + " + ".join(f"{i}.5" for i in range(3_000))
        + "\n"
        + _sunk("x")
        + "y = "
        + " or ".join("coin()" for _ in range(3_000))
        + "\n"
        + _sunk("y")
    )


def long_comparisons() -> str:
    return "a = thing()\nx = 1.5 if " + " and ".join(f"a != {i}" for i in range(1_000)) + " else 1\n" + _sunk("x")


def nested_conditionals() -> str:
    return "x = " + "".join(f"({i}.5 if coin() else " for i in range(90)) + "1" + ")" * 90 + "\n" + _sunk("x")


def nested_lambdas() -> str:
    return (
        "f = "
        + "lambda: " * 900
        + "1.5\n"
        + _sunk("f()")
        + "g = "
        + "(lambda x: " * 80
        + "x"
        + ")(1.5)" * 80
        + "\n"
        + _sunk("g")
    )


def large_class() -> str:
    methods = "".join(
        f"    def m{i}(self, x=1.5):\n        {_sunk('x')}        self.a{i} = x\n        return self.m{(i + 1) % 2000}(x)\n"
        for i in range(2_000)
    )
    return "class C:\n" + methods + "c = C()\n" + _sunk("c.m0(1.5)") + _sunk("c")


def deep_inheritance() -> str:
    return (
        "class C0:\n    x = 1.5\n    def f(self):\n        return 1.5\n"
        + "".join(f"class C{i}(C{i - 1}):\n    def f(self):\n        return super().f()\n" for i in range(1, 300))
        + _sunk("C299().f()")
        + _sunk("C299.x")
    )


def cyclic_inheritance() -> str:
    return "class A(B):\n    x = 1.5\nclass B(A):\n    pass\nclass A(B):\n    pass\n" + _sunk("A.x") + _sunk("B().y")


def cyclic_objects() -> str:
    return ("a = []\na.append(a)\nd = {'d': a}\nd['self'] = d\na.append(d)\n" + _sunk("a") + _sunk("d") + "import copy\n" + _sunk("copy.deepcopy(d)") + _sunk("str(a)") + _sunk("a == a[0]")
            + "class N:\n    pass\nn = N()\nn.n = n\nm = N()\nm.n = n\nn.m = m\n" + _sunk("n.n.n.m.n") + _sunk("n") + "if coin():\n    n.n = d\nthing(n)\n" + _sunk("n"))  # fmt: skip


def self_made_closures() -> str:
    return (
        "f = lambda x: x\n"
        + "f = (lambda g: lambda x: g(g(x)))(f)\n" * 25
        + _sunk("f(1.5)")
        + "y = (lambda x: x(x))(lambda x: x(x))\n"
        + _sunk("y")
    )


def many_functions() -> str:
    return (
        "".join(
            f"def f{i}(a, b=1.5):\n    if a:\n        {_sunk('b')}    return f{i + 1}(a, b)\n" for i in range(1_500)
        )
        + "f0(1, 2.5)\n"
    )


def many_sinks() -> str:
    return "x = 1\n" + "".join(f"x = x + 0.5\n{_sunk('x')}" for _ in range(2_500))


def many_aliases() -> str:
    return (
        "a0 = {'k': 1}\n"
        + "".join(f"a{i} = a{i - 1}\na{i}['k{i}'] = a{i - 1}\n" for i in range(1, 400))
        + _sunk("a0")
        + _sunk("a399['k7']['k9']['k']")
    )


def nested_tries() -> str:
    lines = "".join(f"{' ' * i}try:\n" for i in range(18))
    ends = "".join(
        f"{' ' * i}except ValueError:\n{' ' * i} x = {i}.5\n{' ' * i}finally:\n{' ' * i} y = thing()\n"
        for i in reversed(range(18))
    )
    return "x = 1\n" + lines + " " * 18 + "x = thing()\n" + ends + _sunk("x")


def tries_in_a_row() -> str:
    return (
        "x = 1\n"
        + "".join(
            f"try:\n    x = thing(x)\nexcept ValueError:\n    x = {i}.5\nfinally:\n    thing()\n" for i in range(300)
        )
        + _sunk("x")
    )


def large_match() -> str:
    return (
        "v = thing()\nx = 1\nmatch v:\n"
        + "".join(f"    case [{i}, *rest] | {{'k': {i}, **rest}}:\n        x = {i}.5\n" for i in range(400))
        + _sunk("x")
    )


def long_line() -> str:
    return "x = [" + ", ".join("1.5" for _ in range(100_000)) + "]\n" + _sunk("x") + _sunk("x[77]")


def many_lines_that_do_not_parse() -> str:
    return "x = 1.5\n" + "def f(:\n    x = (\n" * 3_000 + _sunk("x") + "))))\n" + "'''\n" * 3


def many_decorators() -> str:
    return (
        "def d(f):\n    def g(*a, **k):\n        return f(*a, **k)\n    return g\n"
        + "@d\n" * 300
        + "def f(x):\n    return x / 2\n"
        + _sunk("f(3)")
    )


def star_everything() -> str:
    return (
        "a = [1.5] * 50\n"
        + "def f(*args, **kw):\n    return f(*args, *args, **kw, **{'k' + str(len(kw)): args})\n"
        + _sunk("f(*a, *a, *a)")
        + "b = [*a, *a, *a]\n"
        + "b = [*b, *b]\n" * 20
        + _sunk("b")
    )


def work_in_a_loop() -> str:
    return (
        "d = {}\nfor i in range(64):\n  for j in range(64):\n    d[(i, j)] = [i * j, {'v': i / (j + 1)}]\n    if thing(d):\n      d = dict(d)\n"
        + _sunk("d")
    )


INPUTS: tuple[Callable[[], str], ...] = tuple(
    value for name, value in list(globals().items()) if callable(value) and getattr(value, "__module__", "") == __name__ and name[0] != "_"
)  # fmt: skip


@pytest.mark.parametrize("make", INPUTS, ids=lambda make: make.__name__)
def test_an_answer_comes_in_time(make: Callable[[], str]):
    text = HEAD + make()
    start = time.process_time()
    interpreted(text)
    spent = time.process_time() - start
    assert spent < SECONDS, f"{spent:.1f} s"
