"""What a small function of the user's takes and gives, as it is written."""

from __future__ import annotations

import ast

from prelower.values.machine import Machine
from prelower.values.model import Signed
from prelower.values.objects import Function

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
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
    """The class of each item that is no integer, empty for the others; None where their number is not known."""
    if isinstance(result, (ast.Tuple, ast.List)):
        starred = any(isinstance(item, ast.Starred) for item in result.elts)
        return None if starred else tuple(_class(item, names) for item in result.elts)
    return (_class(result, names),) if _is_number(result, names) else None


def _class(item: ast.expr, names: frozenset[str]) -> str:
    """The class of a constant, or of an expression of the parameters where these are indices: `int32` in JAX."""
    if isinstance(item, ast.Constant):
        return type(item.value).__name__
    if isinstance(item, ast.Compare) and len(item.ops) == 1 and isinstance(item.ops[0], _ORDER):
        kinds = {_float(item.left, names), _float(item.comparators[0], names)}
        return "bool" if None not in kinds else ""
    found = _float(item, names)
    return found if found in ("float", "float32") else ""


def _float(node: ast.expr, names: frozenset[str]) -> str | None:
    """`int`, `float`, `int32` or `float32` as JAX promotes them, a plain number's type giving way; None: not known."""
    if isinstance(node, ast.Constant):
        return {int: "int", float: "float"}.get(type(node.value))
    if isinstance(node, ast.Name):
        return "int32" if node.id in names else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return _float(node.operand, names)
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, _ARITHMETIC):
        return None
    kinds = {_float(node.left, names), _float(node.right, names)}
    if None in kinds:
        return None
    if "float32" in kinds or "int32" in kinds and "float" not in kinds and isinstance(node.op, ast.Div):
        return "float32"
    if "float" in kinds or isinstance(node.op, ast.Div):
        return "float"
    return "int32" if "int32" in kinds else "int"


def _is_number(node: ast.expr, names: frozenset[str]) -> bool:
    """Whether an expression is a number where the parameters are."""
    if isinstance(node, ast.BinOp):
        return _is_number(node.left, names) and _is_number(node.right, names)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int)
    return isinstance(node, ast.Name) and node.id in names
