"""The messages with which the installed JAX rejects a value, as templates read from its source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from prelower.jaxview.canonical import Sources


class Guard(NamedTuple):
    """Where a check stands: module, the functions or classes that held it (newest first), and the checked name.

    `loop` is the attribute over whose items a loop runs, where the checked name is that loop's variable.
    """

    module: str
    holders: tuple[str, ...]
    subject: str
    loop: str | None = None


GUARDS: dict[str, Guard] = {
    "vmem_limit_bytes.type": Guard(
        "jax._src.tpu_custom_call", ("_lowered_to_custom_call_config", "as_tpu_kernel"), "vmem_limit_bytes"
    ),
    "flags.value": Guard("jax._src.tpu_custom_call", ("CustomCallBackendConfig",), "value", "flags"),
    "backend_config": Guard("jax._src.interpreters.mlir", ("custom_call",), "backend_config"),
}


def read_template(guard_id: str, sources: Sources) -> str | None:
    """A guard's message in the installed source, placeholders in braces, or None where it is not found."""
    guard = GUARDS.get(guard_id)
    module = sources.module(guard.module) if guard else None
    if guard is None or module is None:
        return None
    for holder in guard.holders:
        definition = module.definition(holder)
        for subject, scope in _scopes(definition, guard) if definition else ():
            for template in _templates(scope, subject):
                # A loop variable may be called anything; the rules know one name for it.
                return re.sub(rf"(?<=\{{)({re.escape(subject)})(?=[!}}])", guard.subject, template)
    return None


def _scopes(definition: ast.AST, guard: Guard) -> Iterator[tuple[str, ast.AST]]:
    """The code where a guard's subject is checked, and what the subject is called there."""
    if guard.loop is None:
        yield guard.subject, definition
        return
    for loop in ast.walk(definition):
        if isinstance(loop, ast.For) and f".{guard.loop}.items()" in ast.unparse(loop.iter):
            names = [node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)]
            if names:
                yield names[-1], loop


def _templates(scope: ast.AST, subject: str) -> Iterator[str]:
    """The messages raised under a test of the subject's type that print the subject."""
    for test in ast.walk(scope):
        if isinstance(test, ast.If) and _checks_type(test, subject):
            for node in ast.walk(test):
                if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                    template = _template(node.exc.args[0])
                    if template and subject in template.partition("{")[2]:
                        yield template


def _checks_type(test: ast.If, subject: str) -> bool:
    calls = (node for node in ast.walk(test.test) if isinstance(node, ast.Call))
    return any(
        isinstance(call.func, ast.Name)
        and call.func.id == "isinstance"
        and call.args
        and isinstance(call.args[0], ast.Name)
        and call.args[0].id == subject
        for call in calls
    )


def _template(node: ast.expr) -> str | None:
    """A message's text with each computed part as its expression in braces."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(_part(value) for value in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _template(node.left), _template(node.right)
        return left + right if left is not None and right is not None else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("str", "repr") and node.args:
        return f"{{{ast.unparse(node.args[0])}{'!r' if node.func.id == 'repr' else ''}}}"
    return None


def _part(value: ast.expr) -> str:
    if isinstance(value, ast.FormattedValue):
        conversion = f"!{chr(value.conversion)}" if value.conversion >= 0 else ""
        return f"{{{ast.unparse(value.value)}{conversion}}}"
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
