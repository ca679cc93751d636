"""`__init_subclass__`: what a base does when a class derives from it."""

from __future__ import annotations

import ast

from prelower.values.classes import find
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import ARGUMENT, Argument, Possible, Value
from prelower.values.objects import BoundMethod, Function, Property, Thing, UserClass
from prelower.values.possible import one

HOOK = "__init_subclass__"


def is_followed(hook: Value | None) -> bool:
    """Whether there is no such hook, or one whose function is known."""
    return hook is None or _function(hook) is not None


def _function(hook: Value) -> Function | None:
    what: Thing | None = hook[0].what if len(hook) == 1 else None
    if isinstance(what, Property) and what.kind == "classmethod":
        what = what.function[0].what if len(what.function) == 1 else None
    return what if isinstance(what, Function) else None


def call_hook(m: Machine, cls: UserClass, node: ast.ClassDef) -> None:
    """Call what the nearest base has, with the class and the keywords of its definition."""
    hook = find(m, cls, HOOK, after=cls)
    function = _function(hook) if hook is not None else None
    if function is None or cls.special == "lost":
        return
    keywords = {}
    for keyword in node.keywords:
        if keyword.arg is not None and keyword.arg != "metaclass":
            keywords[keyword.arg] = Argument(m.eval(keyword.value), m.place(keyword.value, ARGUMENT))
    more = any(k.arg is None for k in node.keywords)
    site = m.place(node.bases[0], ARGUMENT) if node.bases else None
    callee = one(BoundMethod(function, Possible(cls)))  # type: ignore[arg-type]
    m.invoke(m, callee, Given((), keywords, more_named=more, site=site))
