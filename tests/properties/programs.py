"""Random programs that give many of their values to JAX."""

from __future__ import annotations

import builtins
import types
import warnings
from collections.abc import Callable
from typing import NamedTuple

from .blocks import caught, statement
from .classes import class_, dataclass_, enum_class, tuple_class
from .draw import HEADER, Boring, Draw
from .functions import closure, function, generator, lambdas, manager, recursive
from .real import TooLong, installed, limited, modules
from .simple import Lines, sink, sunk

LENGTH = 14
DEFINITIONS: dict[Callable[[Draw], Lines], float] = {
    function: 10, recursive: 1.5, closure: 2.5, lambdas: 3, generator: 2, manager: 0.7,
    class_: 12, dataclass_: 4, tuple_class: 1.5, enum_class: 2,
}  # fmt: skip


class Program(NamedTuple):
    """A program; `certain`: nothing in it is unknown to who reads it."""

    seed: int
    text: str
    certain: bool


def program(seed: int) -> Program:
    """The program of that number; every other one calls things that nobody can know."""
    unknowns = seed % 2 == 1
    module = types.ModuleType("case")
    module.__dict__["__builtins__"] = dict(vars(builtins))
    stand_ins = {**modules(seed, []), "case": module}
    with installed(stand_ins), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(HEADER, module.__dict__)
        d = Draw(seed, unknowns, module.__dict__, calm=seed // 2 % 2 == 1)
        lines: Lines = []
        try:
            with limited(0.25):
                fill(d, lines)
        except (Boring, TooLong, RecursionError):
            pass
    ends = [sunk(name) for name in d.names() if not name.startswith(("C", "f", "n"))]
    text = HEADER + "\n".join([*lines, *ends]) + "\n"
    if not parses([text]):
        return program(seed + 10**9)._replace(seed=seed)
    return Program(
        seed, text if unknowns else text.replace("from world import coin, thing, things\n", ""), not unknowns
    )


def fill(d: Draw, lines: Lines) -> None:
    """Statements and definitions, one after the other."""
    for _ in range(d.random.randint(5, LENGTH)):
        new = d.weighted(DEFINITIONS)(d) if d.chance(0.3) else statement(d)
        if not parses(new):
            continue
        raised = d.run(new)
        if raised is not None and d.calm:
            continue
        if raised is not None and d.chance(0.97):
            new = caught(d, new, raised)
        if not parses(new):
            continue
        lines += new
        if d.chance(0.3):
            lines += sink(d)


def parses(lines: Lines) -> bool:
    """Whether lines are Python; some drawn pieces do not go together."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile("\n".join(lines), "<program>", "exec")
    except SyntaxError:
        return False
    return True
