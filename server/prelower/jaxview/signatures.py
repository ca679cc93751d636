"""Parameters of functions and fields of record classes, from their definitions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


_WITHOUT_FIELDS = ("CompilerParams", "Protocol", "object")
"""How the names of bases end that are known to have no fields of their own."""


class Signature(NamedTuple):
    """A callable's parameters by name: those that may be given by position come first."""

    parameters: tuple[str, ...]
    keyword_only: frozenset[str]
    var_keyword: bool


def signature(definition: Definition, of_base: Callable[[str], Signature | None] = lambda name: None) -> Signature:
    """The signature of a function, or of the constructor of a class; `of_base` gives that of a base by its name."""
    if not isinstance(definition, ast.ClassDef):
        return _of_arguments(definition.args, skip=0)
    for member in definition.body:
        if isinstance(member, ast.FunctionDef) and member.name == "__init__":
            return _of_arguments(member.args, skip=1)
    bases = [of_base(ast.unparse(base)) for base in definition.bases]
    known = [base for base in bases if base is not None]
    fields = tuple(
        member.target.id
        for member in definition.body
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name) and not _is_class_variable(member)
    )
    fields = tuple(dict.fromkeys(name for names in (*(s.parameters for s in known), fields) for name in names))
    keyword_only = frozenset(fields) if _is_keyword_only(definition) else _own_keyword_only(definition)
    keyword_only = keyword_only.union(*(s.keyword_only for s in known))
    parameters = tuple(sorted(fields, key=lambda name: name in keyword_only))
    open_ = _has_other_fields(definition) if len(known) < len(bases) else any(s.var_keyword for s in known)
    return Signature(parameters, keyword_only, open_)


def _of_arguments(arguments: ast.arguments, skip: int) -> Signature:
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)][skip:]
    keywords = [argument.arg for argument in arguments.kwonlyargs]
    return Signature((*positional, *keywords), frozenset(keywords), arguments.kwarg is not None)


def _is_class_variable(member: ast.AnnAssign) -> bool:
    return "ClassVar" in ast.unparse(member.annotation)


def _own_keyword_only(definition: ast.ClassDef) -> frozenset[str]:
    """The fields that are declared as keyword-only, each for itself."""
    return frozenset(
        member.target.id
        for member in definition.body
        if isinstance(member, ast.AnnAssign)
        and isinstance(member.target, ast.Name)
        and isinstance(member.value, ast.Call)
        and _has_true(member.value, "kw_only")
    )


def _has_other_fields(definition: ast.ClassDef) -> bool:
    """Whether a base may bring fields that the class itself does not write."""
    return any(not ast.unparse(base).endswith((*_WITHOUT_FIELDS,)) for base in definition.bases)


def _has_true(call: ast.Call, name: str) -> bool:
    return any(
        keyword.arg == name and isinstance(keyword.value, ast.Constant) and keyword.value.value is True
        for keyword in call.keywords
    )


def _is_keyword_only(definition: ast.ClassDef) -> bool:
    return any(isinstance(d, ast.Call) and _has_true(d, "kw_only") for d in definition.decorator_list)
