"""Calls a program's functions as another file would: in any order, with anything, each once.

A function called again may find what it has left itself, which is no matter of whoever reads it.
"""

from __future__ import annotations

import ast
import inspect
import random
import types
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

GIVEN = (0, 7, 2.5, "w", None, True)


def uncalled(text: str) -> list[str]:
    """The top-level functions and classes that the program itself never names again."""
    tree = ast.parse(text)
    used = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not used[node.name] and not node.decorator_list
    ]


def call_from_outside(module: types.ModuleType, text: str, seed: int) -> None:
    """Call what the program leaves to others to call."""
    chance = random.Random(seed)
    members = [vars(module)[name] for name in uncalled(text) if name in vars(module)]
    offered = [function for member in members for function in _functions(member, chance)]
    chance.shuffle(offered)
    for function in offered:
        _called(function, chance)


def _functions(member: object, chance: random.Random) -> Iterator[Callable[..., object]]:
    """A function itself; the methods of an object where it is a class."""
    if isinstance(member, types.FunctionType):
        yield member
    elif isinstance(member, type):
        made = _called(member, chance)
        for name, method in vars(member).items() if type(made) is member else ():
            if isinstance(method, types.FunctionType) and not name.startswith("_"):
                yield types.MethodType(method, made)


def _called(function: Callable[..., object], chance: random.Random) -> object:
    """What a function gives for some arguments, None where it raises."""
    try:
        positional, named = _arguments(inspect.signature(function), chance)
        made = function(*positional, **named)
        return list(islice(made, 9)) if isinstance(made, types.GeneratorType) else made
    except Exception:  # noqa: BLE001 (not everything can be called so)
        return None


def _arguments(signature: inspect.Signature, chance: random.Random) -> tuple[list[object], dict[str, object]]:
    """Values for what must be given, and at times for what may be."""
    positional: list[object] = []
    named: dict[str, object] = {}
    for name, parameter in signature.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.default is not parameter.empty and chance.random() < 0.6:
            continue
        if parameter.kind is parameter.POSITIONAL_ONLY:
            positional.append(chance.choice(GIVEN))
        else:
            named[name] = chance.choice(GIVEN)
    return positional, named
