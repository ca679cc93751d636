"""The names of a file that hold what another file of the project found out about the release of JAX.

A project that runs under several releases often asks once, in a module of its own: `compat.NEW_PALLAS`.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from prelower.syntax.walking import walk
from prelower.values.acting import origin
from prelower.values.module_relevance import defines
from prelower.values.names import names_of
from prelower.values.telling import bound, is_guard

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement
    from prelower.values.world import World

_TESTS = re.compile(
    r"\bhasattr\b|__version|\bversion_info\b|\bversion\s*\(|find_spec|\bsignature\b|minversion|"
    r"\b(?:Import|Attribute|ModuleNotFound|Type)Error\b|\bgetattr\b"
)
_RELEASE = re.compile(r"__version|\bversion_info\b|\bversion\s*\(|minversion|\bhasattr\(\s*(?:jax|pl\w*)\b")
"""Words of a decorator that asks for the release itself."""
_OF_JAX = re.compile(r"jax|pallas|pltpu|plgpu|\bpl\b|\bffi\b|xla|version")
_TESTED = re.compile(r"^(?:.*\b(?:if|elif|while|assert|and|or|not|match)\b|.*\[|[ \t]*\w+[ \t]*=|[ \t]*@).*", re.M)
_WORD = re.compile(r"[^\W\d]\w*")
_STEPS = 3
"""A name is followed through that many files that only hand it on."""


class _Module(NamedTuple):
    """A module: its world and dotted name, whether it is a package, and the names that matter in it."""

    world: World
    name: str
    package: bool
    wanted: frozenset[str]


def told_elsewhere(world: World, name: str, package: bool, statements: tuple[Statement, ...]) -> frozenset[str]:
    """The names that a module imports, or uses of modules that it imports, and that tell releases of JAX apart."""
    wanted = frozenset().union(*(_tested(s) for s in statements))
    return _told(_Module(world, name, package, wanted), statements, _STEPS) if wanted else wanted


def _tested(statement: Statement) -> frozenset[str]:
    """The words of a statement on which something may hang: in tests and indices, and what a name is made of."""
    return _tested_in(statement.text).union(*map(_tested, statement.members or ()))


@lru_cache(4096)
def _tested_in(text: str) -> frozenset[str]:
    return frozenset(word for line in _TESTED.findall(text) for word in _WORD.findall(line))


def _told(module: _Module, statements: tuple[Statement, ...], steps: int) -> frozenset[str]:
    found: set[str] = set()
    for statement in statements:
        for node in walk(statement.node) if statement.node is not None and "import" in statement.text else ():
            if isinstance(node, ast.ImportFrom):
                found |= _imported(module, node, steps)
            elif isinstance(node, ast.Import):
                used = [a.name for a in node.names if (a.asname or a.name.split(".")[0]) in module.wanted]
                found = found.union(*(_tells(module.world, name, steps) for name in used))
    return frozenset(found)


def _imported(module: _Module, node: ast.ImportFrom, steps: int) -> set[str]:
    whence = origin(node, module.name, module.package)
    wanted = [a for a in node.names if a.name == "*" or (a.asname or a.name) in module.wanted]
    told = _tells(module.world, whence, steps) if wanted else frozenset()
    found: set[str] = set()
    for alias in wanted:
        if alias.name == "*":
            found |= told
        elif alias.name in told:
            found.add(alias.asname or alias.name)
        else:
            found |= _tells(module.world, f"{whence}.{alias.name}", steps)
    return found


def _tells(world: World, name: str, steps: int) -> frozenset[str]:
    """The names of a module of the project that hold what it found out of JAX."""
    located = world.locate(name) if steps else None
    text = world.text(located[0]) if located else None
    if located is None or text is None or not (located[1] or _asks(text)):
        return frozenset()
    statements = tuple(s for s in world.parsed(text) if s.node is not None)
    handing = _Module(world, name, located[1], _exported(statements))
    plain = [s for s in statements if not defines(s) and _asks(s.text)]
    flags = frozenset().union(*map(bound, plain))
    told = _told(handing, statements, steps - 1).union(*(bound(s) for s in statements if _answers(s, flags)))
    return told.union(*(bound(s) for s in statements if told and _hands_on(s, told)))


def _hands_on(statement: Statement, told: frozenset[str]) -> bool:
    """Whether a statement names anew what was found out: `LEGACY = not NEW`."""
    return isinstance(statement.node, (ast.Assign, ast.AnnAssign)) and is_guard(statement, told)


def _answers(statement: Statement, flags: frozenset[str]) -> bool:
    """Whether what a statement binds is the answer of a test: a flag, a name of one release, a function that asks."""
    node = statement.node
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        inner = walk(node)
        returned = [n.value for n in inner if isinstance(n, ast.Return) and n.value is not None]
        made = {n.name for n in inner if isinstance(n, ast.FunctionDef)}  # a decorator returns such a one
        decorates = any(isinstance(value, ast.Name) and value.id in made for value in returned)
        if decorates and flags.isdisjoint(names_of(node)) and _RELEASE.search(statement.text) is None:
            return False  # many a decorator looks at signatures
        asks = _asks(statement.text) or not flags.isdisjoint(names_of(node))
        return asks and (decorates or any(map(_tests_in, returned)))
    return not isinstance(node, ast.ClassDef) and _asks(statement.text)


@lru_cache(4096)
def _tests_in(node: ast.expr) -> bool:
    """Whether a value is a test, or a plain answer."""
    answer = isinstance(node, ast.Constant) and isinstance(node.value, bool)
    return answer or isinstance(node, (ast.Compare, ast.BoolOp)) or _TESTS.search(ast.unparse(node)) is not None


def _exported(statements: tuple[Statement, ...]) -> frozenset[str]:
    return frozenset().union(*(bound(s) | _tested(s) for s in statements))


def _asks(text: str) -> bool:
    return _TESTS.search(text) is not None and _OF_JAX.search(text) is not None
