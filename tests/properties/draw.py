"""Chance, and the sample values that a program under construction has at each point."""

from __future__ import annotations

import random
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
KINDS = {bool: "bool", int: "int", float: "float", str: "str", type(None): "none", list: "list", dict: "dict",
         tuple: "tuple", set: "set"}  # fmt: skip
HEADER = """\
import copy
import dataclasses
import enum
import functools
import itertools
import math
import operator
import statistics
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import NamedTuple

from jax.experimental.pallas import tpu as pltpu
from world import coin, thing, things
"""
HUGE = 1 << 80


class Boring(Exception):
    """Nothing comes of going on."""


def kind_of(value: object) -> str:
    """The kind of a value: its class's name for plain ones, `object`, `function`, `class` or `other`."""
    found = KINDS.get(type(value))
    if found:
        return found
    if isinstance(value, type):
        return "class"
    if isinstance(value, types.FunctionType | functools_partial | types.MethodType):
        return "function"
    return "object" if type(value).__module__ == "case" or type(value) is types.SimpleNamespace else "other"


functools_partial = type(__import__("functools").partial(int))


class Draw:
    """Draws pieces of a program; `sample` holds a value for each name that there is at this point."""

    def __init__(self, seed: int, unknowns: bool, sample: dict[str, object], calm: bool = False) -> None:
        self.random = random.Random(seed)
        self.unknowns = unknowns
        self.calm = calm
        """Whether what raises is left out, so that other faults are seen."""
        self.sample = sample
        self.hidden = frozenset(sample)
        self.reserved: set[str] = set()
        self.functions: dict[str, list[tuple[str, str, object]]] = {}
        """By function: its parameters' names, forms and sample values."""
        self.classes: dict[str, list[tuple[str, str, object]]] = {}
        self.loops = 0
        self.inside: list[str] = []
        """What is around the statement: function, generator, method, loop."""
        self.count = 0
        self._atoms: list[tuple[str, str, object]] | None = None

    # -- chance

    def chance(self, share: float) -> bool:
        """True that often."""
        return self.random.random() < share

    def pick(self, options: list[T] | tuple[T, ...] | str) -> T:
        """One of the options."""
        return self.random.choice(options)  # type: ignore[arg-type, return-value]

    def weighted(self, options: dict[T, float]) -> T:
        """One of the options, by weight."""
        return self.random.choices(list(options), list(options.values()))[0]

    def upto(self, most: int) -> range:
        """That many rounds, or fewer."""
        return range(self.random.randint(1, most))

    # -- names

    def fresh(self, stem: str) -> str:
        """A name not used before."""
        self.count += 1
        return f"{stem}{self.count}"

    def target(self) -> str:
        """A name to assign to: an old one at times."""
        old = [
            n for n in self.names() if n not in self.reserved and kind_of(self.sample[n]) not in ("class", "function")
        ]
        return self.pick(old) if old and self.chance(0.35) else self.fresh("v")

    def names(self, kind: str | None = None) -> list[str]:
        """The variables that there are, of a kind."""
        return [
            n
            for n, v in self.sample.items()
            if n not in self.hidden and n[0] != "_" and (kind is None or kind_of(v) == kind)
        ]

    def atoms(self, kind: str | None = None, where: Callable[[object], bool] | None = None) -> list[tuple[str, object]]:
        """Variables, items and attributes, with their values."""
        if self._atoms is None:
            self._atoms = list(self._all_atoms())
        return [(t, v) for t, k, v in self._atoms if (kind is None or k == kind) and (where is None or where(v))]

    def _all_atoms(self) -> Iterator[tuple[str, str, object]]:
        for name in self.names():
            value = self.sample[name]
            yield name, kind_of(value), value
            for text, inner in self._parts(name, value):
                yield text, kind_of(inner), inner
                if isinstance(inner, list | dict | tuple):
                    for deeper, innermost in self._parts(text, inner):
                        yield deeper, kind_of(innermost), innermost

    def _parts(self, name: str, value: object) -> list[tuple[str, object]]:
        if isinstance(value, list | tuple) and value:
            at = self.random.randrange(-len(value), len(value))
            parts = [(f"{name}[{at}]", value[at])]
            if hasattr(value, "_fields"):
                parts += [(f"{name}.{f}", getattr(value, f)) for f in value._fields]
            return parts
        if isinstance(value, dict) and value:
            key = self.pick(list(value))
            if not isinstance(key, str | int | float | bool | None):
                return []
            return [(self.pick([f"{name}[{key!r}]", f"{name}.get({key!r})"]), value[key])]
        if kind_of(value) == "object":
            found = [
                (f"{name}.{n}", v)
                for n, v in getattr(value, "__dict__", {}).items()
                if isinstance(n, str) and n.isidentifier() and n[0] != "_"
            ]
            for n, member in vars(type(value)).items():
                if isinstance(n, str) and isinstance(member, property) and not n.startswith("_"):
                    found += self._read(value, f"{name}.{n}", n)
            return found
        if isinstance(value, type):
            plain = [(n, v) for n, v in vars(value).items() if isinstance(n, str) and n.isidentifier() and n[0] != "_"]
            return [(f"{name}.{n}", v) for n, v in plain if kind_of(v) not in ("function", "other")]
        return []

    def _read(self, value: object, text: str, name: str) -> list[tuple[str, object]]:
        try:
            return [(text, getattr(value, name))]
        except Exception:  # noqa: BLE001 (the program's own property)
            return []

    # -- following along

    def run(self, lines: list[str]) -> type[BaseException] | None:
        """Run lines with the sample values; the exception that they end with."""
        self._atoms = None
        try:
            exec(compile("\n".join(lines), "<sample>", "exec"), self.sample)
        except SyntaxError:
            return None
        except Exception as raised:  # noqa: BLE001 (whatever the program raises)
            return type(raised)
        for name in self.names():
            check(self.sample[name])
        return None

    def value(self, text: str) -> object:
        """The sample value of an expression, None where it has none."""
        try:
            return eval(text, self.sample)
        except Exception:  # noqa: BLE001 (whatever the program raises)
            return None

    @contextmanager
    def aside(self, around: str, /, **names: object) -> Iterator[None]:
        """With sample values that are forgotten afterwards, and more names."""
        before = self.sample
        self.sample = {n: _copied(v) for n, v in before.items()} | names
        self.inside.append(around)
        self._atoms = None
        try:
            yield
        finally:
            self.inside.pop()
            self.sample = before
            self._atoms = None


def _copied(value: object) -> object:
    if type(value) is list or type(value) is set or type(value) is dict:
        return type(value)(value)
    return value


def check(value: object) -> None:
    """Raises Boring where a value has grown out of hand."""
    if isinstance(value, int) and abs(value) > HUGE:
        raise Boring
    if isinstance(value, str | list | dict | tuple | set) and len(value) > 40:
        raise Boring
