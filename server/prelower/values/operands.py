"""Which of a function's parameters are arrays, because it hands them to a kernel and asks for their shape."""

from __future__ import annotations

import ast
from functools import lru_cache

from prelower.syntax.walking import walk
from prelower.values.names import identifiers

METADATA = frozenset({"shape", "size", "ndim", "nbytes", "itemsize"})
"""What JAX's arrays and numpy's have alike."""
_MAKERS = frozenset({"pallas_call", "kernel", "ffi_call"})
"""What gives a function of arrays."""


@lru_cache(2048)
def operands_of(function: ast.AST) -> frozenset[str]:
    """The parameters that a function gives, as they are, to what a call of JAX's makes of a kernel."""
    args = getattr(function, "args", None)
    if not isinstance(args, ast.arguments):
        return frozenset()
    nodes = walk(function)
    bound = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    makers = [n for n in nodes if isinstance(n, ast.Assign) and _makes(n.value)]
    made = frozenset().union(*(identifiers(target) for n in makers for target in n.targets))
    given = {
        a.id
        for n in nodes
        if isinstance(n, ast.Call) and (_makes(n.func) or isinstance(n.func, ast.Name) and n.func.id in made)
        for a in n.args
        if isinstance(a, ast.Name)
    }
    parameters = {a.arg for a in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
    return frozenset(given & parameters - bound)


def _makes(node: ast.expr) -> bool:
    """Whether an expression is a call that makes a function of arrays of a kernel."""
    if not isinstance(node, ast.Call):
        return False
    callee = node.func
    name = callee.attr if isinstance(callee, ast.Attribute) else callee.id if isinstance(callee, ast.Name) else ""
    return name in _MAKERS
