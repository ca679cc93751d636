"""Hostile and deep texts: data and expressions."""

from __future__ import annotations

from collections.abc import Callable

Texts = dict[str, Callable[[], str]]


def sunk(*values: str) -> str:
    """The lines that give values to JAX."""
    return "".join(f"pltpu.CompilerParams(vmem_limit_bytes={value})\n" for value in values)


def many(count: int, line: Callable[[int], str], join: str = "") -> str:
    """A piece of text for each number."""
    return join.join(line(number) for number in range(count))


def large_dict() -> str:
    """A dict of 10,000 entries, walked, changed and unpacked twice."""
    made = f"d = {{{many(10_000, lambda i: f'{chr(39)}k{i}{chr(39)}: {i}.5', ', ')}}}\n"
    return made + "for k in d:\n    d[k] += 1\nx = {**d, **d}\n" + sunk("d['k7']", "d", "x")


def grown_dict() -> str:
    """5,000 stores, one after the other."""
    return "d = {}\n" + many(5_000, lambda i: f"d['k{i}'] = {i}.5\n") + sunk("d['k7']", "d")


def nested_parentheses() -> str:
    """More parentheses than any parser takes; the rest of the file is still read."""
    return "x = " + "(" * 5_000 + "1.5" + ")" * 5_000 + "\ny = 1.5\n" + sunk("x", "y")


def nested_lists() -> str:
    """As many brackets as Python takes."""
    return "x = " + "[" * 95 + "1.5" + "]" * 95 + "\n" + sunk("x" + "[0]" * 95, "x")


def huge_strings() -> str:
    """Texts that would not fit into any memory."""
    made = (
        f"s = '{'x' * 1_000_000}'\nt = s * 1_000_000\nu = t + s\nv = f'{{u}}{{u}}'.replace('x', s)\nb = b'x' * 10**12\n"
    )
    return made + sunk(
        "v", "len(s)", "b", "'%1000000000d' % 7", "f'{7:1000000000d}'", "'a'.ljust(10**10)", "[s] * 10**9"
    )


def huge_numbers() -> str:
    """Numbers that nobody lives to see."""
    powers = "2 ** 10 ** 9, 1 << 10 ** 12, 10 ** 10 ** 10, 9.9e300 ** 99, int('9' * 100_000), pow(7, 10 ** 9)"
    sums = "range(10 ** 12)[5]", "list(range(10 ** 12))", "sum(range(10 ** 12))", "tuple(range(10 ** 9)) + (1,)"
    return f"import math\nx = ({powers})\n" + sunk("x", "math.factorial(10 ** 9)", "math.comb(10 ** 9, 10 ** 8)", *sums)


def squaring() -> str:
    """Values that double with each line."""
    doubled = many(
        60, lambda i: "x = x * x\ns = s + s\na = a + a\nb = [*b, *b]\nu *= 2\nv.extend(v)\nw |= {len(w): w}\n"
    )
    tripled = "t = (t, t, t)\nd = {'a': d, 'b': d}\nl = [l, l]\n" * 40
    start = "x = 3\ns = 'ab'\na = [1]\nb = [1]\nu = [1]\nv = [1]\nw = {}\nt = (1,)\nd = {}\nl = []\n"
    return start + doubled + tripled + sunk(*"xsabuvwtdl")


def long_attribute_chain() -> str:
    """Thousands of attributes."""
    own = "class C:\n    pass\nc = C()\nc.next = c\ny = c" + ".next" * 900 + "\n"
    return "x = thing" + ".a" * 3_000 + "\n" + own + sunk("x", "y")


def long_call_chain() -> str:
    """A thousand calls of calls."""
    return "x = thing" + ".a(1)" * 1_000 + "\ns = 'a'" + ".strip()" * 900 + "\n" + sunk("x", "s")


def long_operator_chain() -> str:
    """Thousands of operators in one expression."""
    adding = f"x = {many(3_000, lambda i: f'{i}.5', ' + ')}\n"
    return adding + f"y = {' or '.join(['coin()'] * 3_000)}\n" + sunk("x", "y")


def long_comparisons() -> str:
    """A thousand tests in one."""
    return f"a = thing()\nx = 1.5 if {many(1_000, lambda i: f'a != {i}', ' and ')} else 1\n" + sunk("x")


def nested_conditionals() -> str:
    """`a if b else (c if d else ...)`."""
    return "x = " + many(90, lambda i: f"({i}.5 if coin() else ") + "1" + ")" * 90 + "\n" + sunk("x")


def nested_lambdas() -> str:
    """Functions of functions of functions."""
    deep = "f = " + "lambda: " * 900 + "1.5\ng = " + "(lambda x: " * 80 + "x" + ")(1.5)" * 80 + "\n"
    twice = "h = lambda x: x\n" + "h = (lambda g: lambda x: g(g(x)))(h)\n" * 25
    return deep + twice + "y = (lambda x: x(x))(lambda x: x(x))\n" + sunk("f()", "g", "h(1.5)", "y")


def exponential_comprehensions() -> str:
    """Comprehensions that would run for ever."""
    loops = many(10, lambda i: f"for a{i} in range(50)", " ")
    nested = "[" * 12 + "1.5" + " for _ in range(9)]" * 12
    return f"x = [a0 {loops}]\ny = {{(a0, a1): a9 / 2 {loops} if thing(a3)}}\nz = {nested}\n" + sunk("x", "y", "z")


def cyclic_objects() -> str:
    """Objects that hold themselves."""
    lists = "import copy\na = []\na.append(a)\nd = {'d': a}\nd['self'] = d\na.append(d)\n"
    objects = "class N:\n    pass\nn = N()\nn.n = n\nm = N()\nm.n = n\nn.m = m\n"
    late = "if coin():\n    n.n = d\nthing(n)\n" + sunk("n")
    return lists + objects + sunk("a", "d", "copy.deepcopy(d)", "str(a)", "a == a[0]", "n.n.n.m.n", "n") + late


def many_aliases() -> str:
    """One dict by 400 names, holding itself."""
    return "a0 = {'k': 1}\n" + many(399, lambda i: f"a{i + 1} = a{i}\na{i + 1}['k{i}'] = a{i}\n") + sunk("a0", "a399")


def long_line() -> str:
    """A list of 100,000 items."""
    return f"x = [{', '.join(['1.5'] * 100_000)}]\n" + sunk("x", "x[77]")


def star_everything() -> str:
    """Arguments that are unpacked again and again."""
    again = "def f(*args, **kw):\n    return f(*args, *args, **kw, **{'k' + str(len(kw)): args})\n"
    return "a = [1.5] * 50\n" + again + "b = [*a, *a, *a]\n" + "b = [*b, *b]\n" * 20 + sunk("f(*a, *a, *a)", "b")


DATA: Texts = {
    made.__name__: made
    for made in (
        large_dict, grown_dict, nested_parentheses, nested_lists, huge_strings, huge_numbers, squaring,
        long_attribute_chain, long_call_chain, long_operator_chain, long_comparisons, nested_conditionals,
        nested_lambdas, exponential_comprehensions, cyclic_objects, many_aliases, long_line, star_everything,
    )
}  # fmt: skip
