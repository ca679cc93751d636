"""What a small function of the user's takes and gives, as it is written."""

from __future__ import annotations

import ast

from prelower.values.machine import Machine
from prelower.values.model import Signed
from prelower.values.objects import Function

_PLAIN = ("positional", "both")


def signed(m: Machine, function: Function) -> Signed | None:
    """What a function takes by position, and the items it returns; None where it takes more than plain parameters."""
    kinds = {parameter.kind for parameter in function.parameters}
    if function.owner is not None or not kinds.issubset(_PLAIN):
        return None
    required = tuple(parameter.name for parameter in function.parameters if parameter.default is None)
    names = frozenset(parameter.name for parameter in function.parameters)
    result = _result(function.node)
    items = _items(result, names) if result is not None else None
    return Signed(_qualified(m, function), required, len(function.parameters), items)


def _qualified(m: Machine, function: Function) -> str:
    """The name that Python shows, as far as functions around it are known."""
    around = m.frame.function
    if function.scope.kind == "module" or around is None or function.scope.number != m.frame.scope.number:
        return function.name
    return f"{around.name}.<locals>.{function.name}"


def _result(node: ast.AST) -> ast.expr | None:
    """The expression that a lambda or a function of one statement returns."""
    if isinstance(node, ast.Lambda):
        return node.body
    body = node.body if isinstance(node, ast.FunctionDef) and not node.decorator_list else []
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None


def _items(result: ast.expr, names: frozenset[str]) -> tuple[str, ...] | None:
    """The class of each item that is a plain constant, empty for the others; None where their number is not known."""
    if isinstance(result, (ast.Tuple, ast.List)):
        starred = any(isinstance(item, ast.Starred) for item in result.elts)
        return None if starred else tuple(_constant(item) for item in result.elts)
    return (_constant(result),) if _is_number(result, names) else None


def _constant(item: ast.expr) -> str:
    return type(item.value).__name__ if isinstance(item, ast.Constant) else ""


def _is_number(node: ast.expr, names: frozenset[str]) -> bool:
    """Whether an expression is a number where the parameters are."""
    if isinstance(node, ast.BinOp):
        return _is_number(node.left, names) and _is_number(node.right, names)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    return isinstance(node, ast.Name) and node.id in names
