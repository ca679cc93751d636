"""Comparing values: by the tables, by the user's own methods, by identity."""

from __future__ import annotations

import ast

from prelower.values import truth
from prelower.values.classes import find, method_named, opaque
from prelower.values.classinfo import info
from prelower.values.combining import combine
from prelower.values.export import exported, taken
from prelower.values.machine import Machine
from prelower.values.model import Instance, Known, Library, Possible, Value
from prelower.values.objects import BoundMethod, Function, InstanceObject, Ref, UserClass
from prelower.values.possible import one, unknown
from prelower.values.registry import expression
from prelower.values.truths import value_truth

_TOTAL = frozenset({"==", "!=", "is", "is not"})
NOT_IMPLEMENTED = Library("builtins.NotImplemented")
COMPARE = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


@expression(ast.Compare)
def compare(m: Machine, node: ast.Compare) -> Value:
    """`a < b < c` where it is decided; else some bool, or an array's own answer."""
    left = m.eval(node.left)
    results: list[Value] = []
    for operator, right_node in zip(node.ops, node.comparators):
        if results and value_truth(m, results[-1]) is False:
            return one(Known(False))  # and what comes behind is not looked at
        right = m.eval(right_node)
        sign = COMPARE[type(operator)]
        results.append(combine(left, right, lambda a, b, sign=sign: _compared(m, sign, a, b)))  # type: ignore[misc]
        left = right
    if len(results) == 1:
        return results[0] or unknown("a comparison that raises")
    truths = [value_truth(m, r) for r in results]
    if all(t is True for t in truths):
        return one(Known(True))
    return one(Known(False)) if any(t is False for t in truths) else one(Instance(info("builtins.bool")))


def _compared(m: Machine, sign: str, left: Possible, right: Possible) -> Value:
    if m.guards and sign not in _TOTAL and not (type(left.what) is type(right.what) is Known):
        m.mark()
    if sign in ("is", "is not") and type(left.what) is Ref and type(right.what) is Ref:
        same = left.what == right.what
        return one(Known(same == (sign == "is")))
    if sign in ("is", "is not") and any(_is_own(a) and _is_there(m, b) for a, b in ((left, right), (right, left))):
        return one(Known(sign == "is not"))
    asked = _by_comparison(m, sign, left, right)
    return (
        asked if asked is not None else taken(m, truth.compare(sign, exported(m, left.what), exported(m, right.what)))
    )


def _is_own(operand: Possible) -> bool:
    """Whether an operand is nothing of JAX's: None, or the program's own object, class or function."""
    return type(operand.what) in (Ref, UserClass, Function, Known) or operand.what == Instance(info("builtins.object"))


def _is_there(m: Machine, operand: Possible) -> bool:
    """Whether an operand is a module outside the project, or a class or function of JAX's that is there."""
    name = operand.what.name if isinstance(operand.what, Library) else None
    if name is None:
        return False
    library = m.world.library
    known = library.watched(name) is not None or library.comes_and_goes(name)
    return name in m.imported or (known and library.exists(name) is True)


_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_MIRRORED = {"==": "eq", "!=": "ne", "<": "gt", "<=": "ge", ">": "lt", ">=": "le"}


def _by_comparison(m: Machine, sign: str, left: Possible, right: Possible) -> Value | None:
    """What comparing the user's own objects gives; None where it is Python's business alone."""
    if sign in ("in", "not in"):
        return _unsure() if _object(m, right) or _odd(m, left) else None
    if sign not in _COMPARISONS:
        return None
    for receiver, other, name in ((left, right, _COMPARISONS[sign]), (right, left, _MIRRORED[sign])):
        thing = _object(m, receiver)
        method = method_named(m, thing, f"__{name}__") if thing else None
        if method is not None:
            answer = m.call(one(BoundMethod(method, receiver)), ((other,),))
            return answer if all(p.what != NOT_IMPLEMENTED for p in answer) else _unsure()
        if thing is not None and (_odd(m, receiver) or name not in ("eq", "ne")):
            return _unsure()
    return None


def _object(m: Machine, possible: Possible) -> InstanceObject | None:
    thing = m.heap(possible.what) if type(possible.what) is Ref else None
    return thing if isinstance(thing, InstanceObject) and thing.user is not None else None


def _odd(m: Machine, possible: Possible) -> bool:
    """Whether an object may compare equal to something else than itself."""
    thing = _object(m, possible)
    if thing is None or thing.user is None:
        return False
    return thing.user.special != "plain" or opaque(thing.user) or bool(find(m, thing.user, "__eq__"))


def _unsure() -> Value:
    return one(Instance(info("builtins.bool")))
