"""Every kind of node is handled or havoc: nothing is passed over without anybody noticing."""

from __future__ import annotations

import ast

import pytest

from prelower.values.families import FAMILIES
from prelower.values.havoc import havoc_kinds
from prelower.values.registry import EXPRESSIONS, STATEMENTS

HAVOC = {"TypeAlias", "TemplateStr", "Interpolation"}
"""What is havoc, by name: not every Python has them all."""


def kinds(base: type[ast.AST]) -> list[type[ast.AST]]:
    """The node classes below a class that a tree can hold."""
    found = []
    for kind in base.__subclasses__():
        found.append(kind)
        found.extend(kinds(kind))
    return [k for k in found if k.__module__ == "ast" and not issubclass(k, _OLD)]


# What `ast` keeps for programs that were written before Constant; the parser makes none of them.
_OLD = tuple(
    getattr(ast, name)
    for name in ("Num", "Str", "Bytes", "NameConstant", "Ellipsis", "Index", "ExtSlice", "Suite", "AugLoad", "Param")
    if name in vars(ast)
)


@pytest.mark.parametrize("kind", kinds(ast.stmt), ids=lambda k: k.__name__)
def test_every_statement_has_a_handler(kind: type[ast.AST]):
    assert FAMILIES
    assert kind in STATEMENTS


@pytest.mark.parametrize("kind", kinds(ast.expr), ids=lambda k: k.__name__)
def test_every_expression_has_a_handler(kind: type[ast.AST]):
    assert kind in EXPRESSIONS


def test_only_these_are_havoc():
    assert {k.__name__ for k in havoc_kinds() if not issubclass(k, _OLD)} <= HAVOC
