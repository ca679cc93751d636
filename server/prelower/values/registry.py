"""Handlers of statements and expressions by node class, registered in families, one file a family."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from prelower.values.model import Value

if TYPE_CHECKING:
    from prelower.values.machine import Machine

Handler = Callable[["Machine", ast.AST], Value]
Doer = Callable[["Machine", ast.AST], None]
H = TypeVar("H", bound=Callable[..., object])

EXPRESSIONS: dict[type[ast.AST], Handler] = {}
STATEMENTS: dict[type[ast.AST], Doer] = {}


def expression(*kinds: type[ast.AST]) -> Callable[[H], H]:
    """Register the handler of these kinds of expression."""

    def register(handler: H) -> H:
        EXPRESSIONS.update(dict.fromkeys(kinds, cast(Handler, handler)))
        return handler

    return register


def statement(*kinds: type[ast.AST]) -> Callable[[H], H]:
    """Register the handler of these kinds of statement."""

    def register(handler: H) -> H:
        STATEMENTS.update(dict.fromkeys(kinds, cast(Doer, handler)))
        return handler

    return register
