"""Parameters of functions and fields of record classes, from their definitions."""

from __future__ import annotations

import ast
from typing import NamedTuple


class Signature(NamedTuple):
    """A callable's parameters by name: those that may be given by position come first."""

    parameters: tuple[str, ...]
    keyword_only: frozenset[str]
    var_keyword: bool


def signature(definition: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Signature:
    """The signature of a function, or of the constructor of a class."""
    if not isinstance(definition, ast.ClassDef):
        return _of_arguments(definition.args, skip=0)
    for member in definition.body:
        if isinstance(member, ast.FunctionDef) and member.name == "__init__":
            return _of_arguments(member.args, skip=1)
    fields = tuple(
        member.target.id
        for member in definition.body
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name) and not _is_class_variable(member)
    )
    return Signature(fields, frozenset(fields) if _is_keyword_only(definition) else frozenset(), False)


def _of_arguments(arguments: ast.arguments, skip: int) -> Signature:
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][skip:]
    keywords = [argument.arg for argument in arguments.kwonlyargs]
    return Signature((*positional, *keywords), frozenset(keywords), arguments.kwarg is not None)


def _is_class_variable(member: ast.AnnAssign) -> bool:
    return "ClassVar" in ast.unparse(member.annotation)


def _is_keyword_only(definition: ast.ClassDef) -> bool:
    calls = (decorator for decorator in definition.decorator_list if isinstance(decorator, ast.Call))
    keywords = (keyword for call in calls for keyword in call.keywords if keyword.arg == "kw_only")
    return any(isinstance(keyword.value, ast.Constant) and keyword.value.value is True for keyword in keywords)
