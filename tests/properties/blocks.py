"""Draws compound statements: branches, loops, exceptions, managers, matches."""

from __future__ import annotations

from collections.abc import Callable

from .draw import Draw
from .expressions import OPTIONS, called, condition, expr, form
from .simple import SIMPLE, Lines, assign, changeable, sink, sunk

EXCEPTIONS = OPTIONS["error"]


def indented(lines: Lines) -> Lines:
    """The lines of a block."""
    return ["    " + line for line in lines] or ["    pass"]


def block(d: Draw, most: int = 3, **names: object) -> Lines:
    """Statements with sample values of their own."""
    lines: Lines = []
    with d.aside("block", **names):
        for _ in d.upto(most):
            lines += followed(d)
        if d.chance(0.45):
            lines += sink(d)
    return lines


def followed(d: Draw) -> Lines:
    """A statement, its effect on the sample values taken; in a `try` where it raises."""
    lines = statement(d)
    raised = d.run(lines)
    if raised is None:
        return lines
    if d.calm:
        return []
    return lines if d.chance(0.3) and d.inside else caught(d, lines, raised)


def statement(d: Draw) -> Lines:
    """A statement."""
    deep = len(d.inside)
    if d.loops and d.inside and d.chance(0.04):
        return leaving(d)
    if d.chance(0.22 if deep == 0 else 0.3 / (deep + 1)):
        return d.weighted(CALM if d.calm else COMPOUND)(d)
    return d.weighted(SIMPLE)(d)


def caught(d: Draw, lines: Lines, raised: type[BaseException]) -> Lines:
    """Statements that raise, in a `try` that catches it."""
    name = raised.__name__ if raised.__module__ == "builtins" else "Exception"
    wider = "LookupError" if issubclass(raised, LookupError) else name
    if d.chance(0.1):
        return [f"with suppress({name}):", *indented(lines)]
    handler = block(d, 1)
    d.run(handler)
    tail = ["else:", *indented(block(d, 1))] if d.chance(0.1) else []
    last = ["finally:", *indented(block(d, 1))] if d.chance(0.15) else []
    head = d.pick([name, name, name, "Exception", f"({name}, OSError)", wider]) + d.pick(["", "", " as error"])
    return ["try:", *indented(lines), f"except {head}:", *indented(handler), *tail, *last]


def branch(d: Draw) -> Lines:
    """`if ... elif ... else`."""
    lines = [f"if {condition(d)}:", *indented(block(d))]
    for _ in range(d.random.choice([0, 0, 0, 1, 2])):
        lines += [f"elif {condition(d)}:", *indented(block(d, 2))]
    return lines + (["else:", *indented(block(d))] if d.chance(0.6) else [])


def narrowing(d: Draw) -> Lines:
    """A value of several kinds, and a test of it."""
    x, a, b = d.fresh("v"), expr(d), expr(d)
    first = d.pick([f"{x} = {a} if {condition(d)} else {b}", f"{x} = {a}"])
    d.run([first])
    change = d.pick([sunk(x), f"raise {d.pick(EXCEPTIONS)}('no')", form(d, "narrow", x=x), form(d, "narrow", x=x)])
    lines = [first, f"if {form(d, 'narrowing', x=x, a=a, b=b)}:", *indented([*block(d, 1), change])]
    if d.chance(0.5):
        lines += ["else:", *indented([d.pick([sunk(x), form(d, "narrow", x=x)])])]
    return [*lines, sunk(x)]


def walrus(d: Draw) -> Lines:
    """`if (name := value): ...`."""
    x, value = d.fresh("v"), expr(d, d.pick(["int", "float"]))
    d.run([f"{x} = {value}"])
    return [f"if ({x} := {value}) > 2:", *indented(block(d, 1)), "else:", *indented(block(d, 1))]


def leaving(d: Draw) -> Lines:
    """`break` or `continue` on a test."""
    before = block(d, 1) if d.chance(0.4) else []
    return [f"if {condition(d)}:", *indented([*before, d.pick(["break", "continue"])])]


def for_(d: Draw) -> Lines:
    """`for` over something known, or not."""
    i, j = d.fresh("i"), d.fresh("j")
    head = form(d, "for unknown" if d.unknowns and d.chance(0.25) else "for", 1, i=i, j=j)
    d.run([f"for {head}: pass"])
    return looped(d, f"for {head}:")


def while_(d: Draw) -> Lines:
    """`while` with a counter of its own, or for a while nobody knows."""
    n = d.fresh("n")
    d.reserved.add(n)
    d.run([f"{n} = 0"])
    test = d.pick([f"{n} < {d.pick('0123')}", f"{n} < {d.pick('123')} and {condition(d)}", f"{n} < 3", "True"])
    first = [f"{n} += 1", *([f"if {n} > {d.pick('23')}:", "    break"] if test == "True" else [])]
    if d.unknowns and d.chance(0.3):
        test, first = f"coin() and {n} < 5", [f"{n} += 1"]
    return [f"{n} = 0", *looped(d, f"while {test}:", first)]


def looped(d: Draw, head: str, first: tuple[str, ...] | Lines = ()) -> Lines:
    """A loop with its body and perhaps an `else`."""
    d.loops += 1
    body: Lines = [*first, *(accumulate(d) if d.chance(0.5) else []), *block(d, 2)]
    if d.chance(0.4):
        body += [*leaving(d), *block(d, 1)]
    d.loops -= 1
    return [head, *indented(body), *(["else:", *indented(block(d, 1))] if d.chance(0.2) else [])]


def accumulate(d: Draw) -> Lines:
    """Something grows or changes by the round."""
    numbers = changeable(d, "int") + changeable(d, "float")
    options = [form(d, "grow", x=x) for x in numbers[:3]]
    options += [f"if len({x}) < 6: {x}.append({expr(d, None, 0)})" for x, _ in d.atoms("list")[:2]]
    options += [form(d, "change dict", x=x) for x, _ in d.atoms("dict")[:2]]
    options += [f"{x} = {expr(d, None, 1)}" for x in numbers[:2] if x.isidentifier()]
    return [d.pick(options)] if options else []


def try_(d: Draw) -> Lines:
    """`try` with several things that may raise."""
    names = d.random.sample(EXCEPTIONS, 2)
    risky = form(d, "risky")
    if d.chance(0.4):
        risky = f"if {condition(d)}: {risky}"
    lines = ["try:", *indented([*block(d, 2), risky, *block(d, 1)])]
    for name in names[: d.random.randint(0, 2)]:
        again = ["raise"] if d.chance(0.05) else []
        lines += [f"except {name}{d.pick(['', ' as e'])}:", *indented(block(d, 1) + again)]
    if d.chance(0.9):
        lines += [d.pick(["except Exception:", "except:"]), *indented(block(d, 1))]
        if d.chance(0.3):
            lines += ["else:", *indented(block(d, 1))]
    needed = not any(line.startswith("except") for line in lines)
    return lines + (["finally:", *indented(block(d, 2))] if needed or d.chance(0.3) else [])


def with_(d: Draw) -> Lines:
    """`with` a manager of the library or of the program."""
    x = d.fresh("v")
    known = [n for n in d.classes if hasattr(d.sample.get(n), "__enter__")]
    managers = [n for n in d.functions if n.startswith("manage")]
    heads = [f"nullcontext({expr(d)}) as {x}", f"nullcontext() as {x}", "suppress(ValueError, ZeroDivisionError)"]
    heads += [f"{called(d, m, 1)} as {x}" for m in managers] * 2
    heads += [f"{n}({expr(d, None, 0)}) as {x}" for n in known] * 3
    head = d.pick(heads)
    d.run([f"with {head}: pass"])
    return [f"with {head}:", *indented(block(d))]


def match_(d: Draw) -> Lines:
    """`match` a value against patterns."""
    subject = d.pick(d.atoms() or [("1", 1)])[0]
    lines: Lines = [f"match {subject}:"]
    for _ in range(d.random.randint(1, 3)):
        x, y = d.fresh("m"), d.fresh("m")
        pattern = form(d, "pattern", x=x, y=y, c=d.pick([n for n in d.classes if n in d.sample] or ["SimpleNamespace"]))
        names: dict[str, object] = {x: 1} | ({y: {}} if f"**{y}" in pattern else {y: [2]})
        names = {n: v for n, v in names.items() if n in pattern}
        guard = f" if {condition(d, 0)}" if d.chance(0.2) else ""
        lines += indented([f"case {pattern}{guard}:", *indented([*map(sunk, names), *block(d, 1, **names)])])
    if d.chance(0.6):
        lines += indented([f"case {d.pick(['_', d.fresh('m')])}:", *indented(block(d, 1))])
    return lines


def on_one_line(d: Draw) -> Lines:
    """Two statements on one line."""
    return [f"{assign(d)[0]}; {sink(d)[0]}"]


COMPOUND: dict[Callable[[Draw], Lines], float] = {
    branch: 10, narrowing: 6, for_: 9, while_: 4, try_: 6, with_: 2, match_: 4, walrus: 2, on_one_line: 1,
}  # fmt: skip
CALM = {make: share for make, share in COMPOUND.items() if make is not try_}
