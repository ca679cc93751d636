"""What a function binds: its own names, and those it declares global."""

from __future__ import annotations

import ast
from functools import lru_cache

from prelower.syntax.walking import children, walk


@lru_cache(4096)
def locals_of(node: ast.AST) -> tuple[frozenset[str], frozenset[str], bool]:
    """The names a function binds, those it declares global, and whether it is a generator."""
    bound: set[str] = set()
    outer: set[str] = set()
    free: set[str] = set()
    yields = False
    args = node.args  # type: ignore[attr-defined]
    bound.update(a.arg for a in [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg] if a)
    body = node.body if isinstance(node.body, list) else [node.body]  # type: ignore[attr-defined]
    stack: list[ast.AST] = list(body)
    while stack:
        here = stack.pop()
        if isinstance(here, ast.Name):  # the most of them
            if not isinstance(here.ctx, ast.Load):
                bound.add(here.id)
            continue
        if isinstance(here, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(here.name)
            stack.extend([*here.decorator_list])
            continue
        if isinstance(here, ast.Lambda):
            continue
        yields = yields or isinstance(here, (ast.Yield, ast.YieldFrom))
        _bound_by(here, bound, outer, free)
        if isinstance(here, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            bound.update(n.target.id for n in walk(here) if isinstance(n, ast.NamedExpr))
            continue
        stack.extend(children(here))
    return frozenset(bound - outer - free), frozenset(outer), yields


def _bound_by(node: ast.AST, bound: set[str], outer: set[str], free: set[str]) -> None:
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        bound.update((a.asname or a.name.split(".")[0]) for a in node.names)
    elif (
        isinstance(node, ast.ExceptHandler)
        and node.name
        or isinstance(node, (ast.MatchAs, ast.MatchStar))
        and node.name
    ):
        bound.add(node.name)
    elif isinstance(node, ast.MatchMapping) and node.rest:
        bound.add(node.rest)
    elif isinstance(node, ast.Global):
        outer.update(node.names)
    elif isinstance(node, ast.Nonlocal):
        free.update(node.names)
