"""Which functions of a file a test for releases of JAX may choose, so that each may run under some of them only.

A function that nobody calls is run for its own sake, as if it ran under the JAX at hand. That is wrong of one that is
only called where a test allows it. Where such a test is not seen on the way, this tells by the words of the file:
what a statement with a test mentions, and what that mentions in turn, may be meant for other releases.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from prelower.syntax.walking import walk
from prelower.values.module_relevance import all_names, defines, lines_of
from prelower.values.names import names_of

if TYPE_CHECKING:
    from prelower.syntax.trees import Statement

GUARD = re.compile(
    r"\bhasattr\b|\bgetattr\b|__version|\bversion_info\b|\bversion\s*[.(]|\bversion\s+import\b|\bimportlib\b|"
    r"\bfind_spec\b|\bsignature\b|\b(?:dir|vars|globals)\s*\(|__dict__|__kwdefaults__|__dataclass_fields__|"
    r"\bgetfullargspec\b|\bminversion\b|except\s*\(?\s*(?:\w+\s*,\s*)*"
    r"(?:ImportError|AttributeError|ModuleNotFoundError|TypeError|Exception|[a-z_]+[ ]*:)"
)
"""Words of a test for releases."""
_LEAVES = re.compile(r"\bskip\b|\bexit\b|\bimportorskip\b|\bpytestmark\b")
"""Words of a statement behind which the rest of a file may not run."""
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_TESTED = (ast.If, ast.IfExp, ast.While, ast.Assert)
_BINDING = (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign)

_LISTING = frozenset({"__all__"})
"""What names things without meaning any of them."""
_STEPS = 2
"""What was found out is followed through that many names."""


class Choice(NamedTuple):
    """The names between which a test may choose, and whether it decides for the whole statement."""

    names: frozenset[str]
    whole: bool


def chosen_lines(statements: tuple[Statement, ...], elsewhere: frozenset[str] = frozenset()) -> frozenset[int]:
    """The first lines of the statements, and of the members of classes, whose functions a test may choose.

    `elsewhere`: the names of what other files found out about the release.
    """
    if not elsewhere and not any(_has_guard(s) for s in statements):
        return frozenset()
    told = elsewhere.union(*(bound(s) for s in statements if _has_guard(s)))
    for _ in range(_STEPS):
        told = told.union(*(bound(s) for s in statements if isinstance(s.node, _BINDING) and is_guard(s, told)))
    guards = [s for s in statements if is_guard(s, told)]
    if any(_ends(s) for s in guards if not defines(s) or "autouse" in s.text):
        return frozenset(line for s in statements for line in lines_of(s))
    named = frozenset().union(*(bound(s) for s in guards))
    guards += [s for s in statements if s not in guards and not defines(s) and not bound(s).isdisjoint(named)]
    if guards:
        by = _registering(guards) | named
        decorated = [s for s in statements if not _decorators(s).isdisjoint(by)]
        guards += [s for s in decorated if s not in guards]
        told = told.union(*map(_decorators, decorated)) if decorated else told
    return frozenset(line for s in _mentioned(statements, guards, told) for line in lines_of(s))


def _mentioned(statements: tuple[Statement, ...], guards: list[Statement], told: frozenset[str]) -> list[Statement]:
    """The guards, and what they mention, directly or not; of definitions those that choose anything."""
    choices = [(s, _choices(s, told)) for s in guards]
    words = frozenset().union(*(choice.names for _, choice in choices)) - _LISTING
    found = [s for s, choice in choices if choice.whole or not defines(s)]
    waiting = [s for s in statements if s not in found]
    while True:
        new = [s for s in waiting if not bound(s).isdisjoint(words)]
        if not new:
            return found
        found += new
        waiting = [s for s in waiting if s not in new]
        words = words.union(*(_words(s) for s in new)) - _LISTING


def _ends(statement: Statement) -> bool:
    """Whether the rest of a file may not run behind a statement; that a handler raises is seen when it is run."""
    return _LEAVES.search(statement.text) is not None or any(map(_raises, _nodes(statement)))


@lru_cache(4096)
def _raises(node: ast.AST) -> bool:
    """Whether a statement raises, handlers left aside."""
    inner = (child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.ExceptHandler))
    return isinstance(node, ast.Raise) or any(map(_raises, inner))


def _registering(guards: list[Statement]) -> frozenset[str]:
    """The decorators by which a test may choose: those that are given one anywhere, and those of single dispatch."""
    tested = (s for s in guards if defines(s) and GUARD.search(s.text.partition("def ")[0]))
    return frozenset({"register"}).union(*map(_decorators, tested)) - {"jit", "partial", "functools", "jax"}


def _decorators(statement: Statement) -> frozenset[str]:
    """The names of what decorates a definition; of a call that of the callee."""
    node = statement.node
    found = node.decorator_list if isinstance(node, _DEFINITIONS) else ()
    called = (d.func if isinstance(d, ast.Call) else d for d in found)
    return frozenset(name for d in called if (name := _name(d)) is not None)


def is_guard(statement: Statement, told: frozenset[str]) -> bool:
    """Whether a statement holds a test, or asks for what a test found out."""
    if _has_guard(statement):
        return True
    return not all_names(statement).isdisjoint(told) and any(_asks(node, told) for node in _nodes(statement))


@lru_cache(4096)
def _asks(node: ast.stmt, told: frozenset[str]) -> bool:
    """Whether a statement has one of these names in a test, around a definition, or handed on as a value."""
    used = [n for n in walk(node) if _name(n) in told and isinstance(n.ctx, ast.Load)]  # type: ignore[attr-defined]
    calls = [n for n in walk(node) if isinstance(n, ast.Call)]
    if any(isinstance(c.func, ast.Name) and c.func.id in told and any(map(_is_name, c.args)) for c in calls):
        return True  # what is handed to something that tests is called, or not
    parts = [call.func for call in calls]
    parts += [n.value for n in walk(node) if isinstance(n, ast.Attribute)]
    if any(all(n is not part for part in parts) for n in used):
        return True
    return any(not names_of(test).isdisjoint(told) for test in _tests(node))


def _name(node: ast.AST) -> str | None:
    """The last part of a name: of `flags.NEW` that is `NEW`."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None


def _is_name(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Lambda))


def _tests(node: ast.stmt) -> Iterator[ast.AST]:
    """The tests in a statement; of a definition also its decorators and bases."""
    for inner in walk(node):
        if isinstance(inner, _TESTED):
            yield inner.test
        elif isinstance(inner, (ast.BoolOp, ast.comprehension, ast.Match)):
            yield inner
        elif isinstance(inner, _DEFINITIONS):
            yield from inner.decorator_list
            yield from inner.bases if isinstance(inner, ast.ClassDef) else ()


def _choices(statement: Statement, told: frozenset[str]) -> Choice:
    """The names between which a test in a statement may choose."""
    if statement.node is None or not defines(statement):
        return Choice(_words(statement), True)
    found = [_chosen(node, told) for node in _nodes(statement)]
    if any(choice.whole for choice in found):
        return Choice(_words(statement), True)
    return Choice(frozenset().union(*(choice.names for choice in found)), False)


@lru_cache(4096)
def _chosen(node: ast.stmt, told: frozenset[str]) -> Choice:
    """All of a statement, where a test decides what runs behind it; else what stands beside the test."""
    inside = told | _found_out(node)
    if any(not names_of(test).isdisjoint(inside) or GUARD.search(_text(test)) for test in _tests(node)):
        return Choice(names_of(node), True)
    if any(not _ended(handler) for n in walk(node) if isinstance(n, ast.Try) for handler in n.handlers):
        return Choice(names_of(node), True)
    simple = [n for n in walk(node) if isinstance(n, ast.stmt) and not hasattr(n, "body")]
    beside = [names_of(n) for n in simple if GUARD.search(_text(n)) or _asks(n, told)]
    return Choice(frozenset().union(*beside), False)


def _found_out(node: ast.stmt) -> frozenset[str]:
    """The names in a statement that hold what a test in it found out."""
    found: set[str] = set()
    for inner in walk(node):
        asks = isinstance(inner, _BINDING) and inner.value is not None and GUARD.search(_text(inner.value))
        if asks or isinstance(inner, ast.Try):
            found |= _stored(inner)
    return frozenset(found)


def _words(statement: Statement) -> frozenset[str]:
    """The names in a statement, and the texts in it that may be one; all its words where it does not parse."""
    if statement.node is None:
        return all_names(statement)
    return frozenset().union(*map(_words_in, _nodes(statement)))


@lru_cache(4096)
def _words_in(node: ast.AST) -> frozenset[str]:
    texts = (n.value for n in walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str))
    return names_of(node) | _stored(node) | frozenset(text for text in texts if text.isidentifier())


def _ended(handler: ast.ExceptHandler) -> bool:
    """Whether a handler ends what it is in, and has nothing else to offer."""
    last = handler.body[-1]
    return isinstance(last, ast.Raise) or "exit" in names_of(last)


def _stored(node: ast.AST) -> frozenset[str]:
    found: set[str] = set()
    for inner in walk(node):
        if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
            found.add(inner.id)
        elif isinstance(inner, (ast.Import, ast.ImportFrom)):
            found.update(a.asname or a.name.split(".")[0] for a in inner.names)
        elif isinstance(inner, _DEFINITIONS):
            found.add(inner.name)
    return frozenset(found)


def bound(statement: Statement) -> frozenset[str]:
    """The names that a statement binds in the module; of one that does not parse, all its words."""
    node = statement.node
    if node is None:
        return statement.names
    return frozenset({node.name}) if isinstance(node, _DEFINITIONS) else _stored_once(node)


@lru_cache(4096)
def _stored_once(node: ast.stmt) -> frozenset[str]:
    return _stored(node)


@lru_cache(4096)
def _text(node: ast.AST) -> str:
    return ast.unparse(node)


def _has_guard(statement: Statement) -> bool:
    return _has_word(statement.text) or any(_has_guard(member) for member in statement.members or ())


@lru_cache(4096)
def _has_word(text: str) -> bool:
    return GUARD.search(text) is not None


def _nodes(statement: Statement) -> Iterable[ast.stmt]:
    if statement.node is not None:
        yield statement.node
    for member in statement.members or ():
        yield from _nodes(member)
