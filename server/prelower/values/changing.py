"""Whether a function's code may change something that is not its own, as far as its words go."""

from __future__ import annotations

import ast
from functools import lru_cache

from prelower.syntax.walking import walk
from prelower.values.mutating import MUTATORS, root_of
from prelower.values.names import identifiers


@lru_cache(2048)
def may_change(function: ast.AST, shared: frozenset[str], makers: frozenset[str]) -> bool:
    """Whether a function's code may change something that is not its own."""
    theirs = shared | _given_by(function, makers | shared) | _defaulted(function, shared)
    for node in walk(function):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return True
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            root = root_of(node)
            if not isinstance(root, ast.Name) or root.id in theirs or root.id in ("cls", "type"):
                return True
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id in theirs:
            return True
        if isinstance(node, ast.Call) and _call_may_change(node, theirs):
            return True
    return False


def _defaulted(function: ast.AST, shared: frozenset[str]) -> frozenset[str]:
    """The parameters whose default is something shared."""
    args = getattr(function, "args", None)
    if not isinstance(args, ast.arguments):
        return frozenset()
    positional = [*args.posonlyargs, *args.args]
    pairs = [*zip(reversed(positional), reversed(args.defaults)), *zip(args.kwonlyargs, args.kw_defaults)]
    return frozenset(a.arg for a, d in pairs if d is not None and not identifiers(d).isdisjoint(shared))


def _call_may_change(node: ast.Call, theirs: frozenset[str]) -> bool:
    root = root_of(node.func)
    if isinstance(root, ast.Name) and root.id in theirs:
        return True
    if not isinstance(root, ast.Name) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
        return True
    given = [*node.args, *(k.value for k in node.keywords)]
    return any(isinstance(r := root_of(each), ast.Name) and r.id in theirs for each in given)


@lru_cache(2048)
def _given_by(function: ast.AST, makers: frozenset[str]) -> frozenset[str]:
    """The local names that may hold what one of these names gives, or a part of it."""
    found: set[str] = set()
    for _ in range(3):
        for names, sources in _bindings(function):
            if not sources.isdisjoint(makers) or not sources.isdisjoint(found):
                found |= names
    return frozenset(found)


@lru_cache(8192)
def _bindings(function: ast.AST) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """What is bound in a function: the names, and those in the value that they are bound to."""
    found = []
    for node in walk(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            value = node.value
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            targets, value = [node.target], node.iter
        elif isinstance(node, ast.withitem) and node.optional_vars is not None:
            targets, value = [node.optional_vars], node.context_expr
        else:
            continue
        found.append((frozenset().union(*map(identifiers, targets)), identifiers(value)))
    return tuple(found)
