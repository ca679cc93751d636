"""Operators: arithmetic, comparison, `and`, `or`, `not` and the conditional expression."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from prelower.values import arithmetic
from prelower.values.assume import both_ways, decided
from prelower.values.classes import method_named
from prelower.values.classinfo import info
from prelower.values.combining import combine
from prelower.values.comparing import NOT_IMPLEMENTED
from prelower.values.dicts import merged
from prelower.values.enums import combined_flags
from prelower.values.export import exported, taken
from prelower.values.frames import ANY
from prelower.values.machine import Machine
from prelower.values.memory import join
from prelower.values.model import (
    ARGUMENT,
    MADE,
    Instance,
    Known,
    Place,
    Possible,
    Sequence,
    Unknown,
    Value,
    What,
)
from prelower.values.names import condition
from prelower.values.objects import BoundMethod, DictObject, InstanceObject, ListObject, Ref, contents
from prelower.values.possible import one, through, under, union, unknown
from prelower.values.registry import expression
from prelower.values.sequences import LONG
from prelower.values.skipping import skip
from prelower.values.truths import possible_truth

BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.MatMult: "@",
}  # fmt: skip
_PARTIAL = frozenset({"/", "//", "%", "**", "<<", ">>"})
_UNARY = {ast.UAdd: "+", ast.USub: "-", ast.Invert: "~"}


@expression(ast.BinOp)
def binary(m: Machine, node: ast.BinOp) -> Value:
    """`left op right` by Python's and numpy's own rules."""
    return operate(m, BINARY[type(node.op)], m.eval(node.left), m.eval(node.right), node)


def operate(m: Machine, sign: str, left: Value, right: Value, node: ast.AST) -> Value:
    """What an operator makes of two values."""
    place = m.place(node, MADE)
    result = combine(left, right, lambda a, b: _pair(m, sign, a, b))
    if not result:
        m.throw(ANY)
    if not result:
        return unknown("an operation that raises")
    return through(tuple(p._replace(places=_given_from(m, left, right)) for p in result), place)


def _given_from(m: Machine, *operands: Value) -> tuple[Place, ...]:
    """Where an operand was given in another file: a fault in the result is mended there too."""
    known = [value[0].places for value in operands if len(value) == 1]
    return tuple(p for places in known for p in places if p.role == ARGUMENT and p.path != m.unit.path)[:1]


def _pair(m: Machine, sign: str, left: Possible, right: Possible) -> Value:
    made = _lists(m, sign, left, right) or _by_method(m, sign, left, right) or combined_flags(m, sign, left, right)
    if made is not None:
        return made
    if m.guards and sign in _PARTIAL and not (isinstance(right.what, Known) and right.what.value):
        m.mark()  # a divisor may be zero, a shift or a power out of range
    result = settled(m, arithmetic.binary(sign, exported(m, left.what), exported(m, right.what)))
    if any(isinstance(p.what, Unknown) for p in result):  # a tuple, say, of what a named tuple holds
        for operand in (left, right):
            thing = m.heap(operand.what) if type(operand.what) is Ref else None
            held: tuple[Value, ...] = contents(thing) if isinstance(thing, InstanceObject) else ()
            for value in held:
                m.lose(value, f"in the result of `{sign}`")
    return result


def _lists(m: Machine, sign: str, left: Possible, right: Possible) -> Value | None:
    """Arithmetic of lists, tuples and dicts keeps the items themselves, which may be objects."""
    a, b = _thing(m, left), _thing(m, right)
    if sign == "+" and type(a) is type(b) and isinstance(a, (ListObject, Sequence)) and isinstance(b, type(a)):
        return _concatenated(m, a, b) if a.cls == b.cls and a.cls.name in _ADDED else None
    if sign == "|" and isinstance(a, DictObject) and isinstance(b, DictObject) and a.cls == b.cls == _DICT:
        return one(m.allocate(merged(m, a._replace(of=None), (right,))))
    if sign == "*":
        for thing, count in ((a, b), (b, a)):
            if isinstance(thing, (ListObject, Sequence)) and isinstance(count, Known) and isinstance(count.value, int):
                repeated = len(thing.items) * count.value <= LONG and (not thing.rest or count.value == 1)
                items = thing.items * count.value if repeated else ()
                return _made(m, thing._replace(items=items, rest=thing.rest or not repeated))
    return None


_ADDED = ("builtins.list", "builtins.tuple")
_DICT = info("builtins.dict")


def _thing(m: Machine, possible: Possible) -> object:
    return m.heap(possible.what) if type(possible.what) is Ref else possible.what


def _concatenated(m: Machine, a: ListObject | Sequence, b: ListObject | Sequence) -> Value:
    large = len(a.items) + len(b.items) > LONG
    for value in (*a.items, *b.items) if large else b.items if a.rest else ():
        m.lose(value, "in a list that is not all known")
    if large:
        return _made(m, a._replace(items=(), rest=True))
    return _made(m, a._replace(items=a.items + (() if a.rest else b.items), rest=a.rest or b.rest))


def _made(m: Machine, thing: ListObject | Sequence) -> Value:
    return one(m.allocate(thing) if isinstance(thing, ListObject) else thing)


_METHODS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "<<": "lshift",
    ">>": "rshift", "&": "and", "|": "or", "^": "xor", "@": "matmul",
}  # fmt: skip


def _by_method(m: Machine, sign: str, left: Possible, right: Possible) -> Value | None:
    """What the user's own operator method gives."""
    for receiver, other, prefix in ((left, right, ""), (right, left, "r")):
        thing = m.heap(receiver.what) if type(receiver.what) is Ref else None
        method = method_named(m, thing, f"__{prefix}{_METHODS[sign]}__") if isinstance(thing, InstanceObject) else None
        if method is not None:
            answer = m.call(one(BoundMethod(method, receiver)), ((other,),))
            return answer if all(p.what != NOT_IMPLEMENTED for p in answer) else unknown("what the other operand makes")
    return None


def settled(m: Machine, result: What | tuple[What, ...]) -> Value:
    """A table's answer as a value; what raises may leave for a handler."""
    value = taken(m, result)
    return () if all(raising(p) for p in value) else value


def raising(possible: Possible) -> bool:
    """Whether the tables say that an operation raises."""
    return isinstance(possible.what, Unknown) and possible.what.reason.startswith("raises ")


@expression(ast.UnaryOp)
def unary(m: Machine, node: ast.UnaryOp) -> Value:
    """`-x`, `+x`, `~x`, `not x`."""
    if isinstance(node.op, ast.Not):
        value = decided(m, node.operand)
        return one(Known(not value)) if value is not None else one(Instance(info("builtins.bool")))
    sign = _UNARY[type(node.op)]
    place = m.place(node, MADE)
    found = []
    for possible in m.eval(node.operand):
        result = settled(m, arithmetic.unary(sign, exported(m, possible.what)))
        found.append(tuple(p._replace(under=possible.under) for p in result))
    result = union(found)
    if not result:
        m.throw(ANY)
    return through(result, place) if result else unknown("an operation that raises")


@expression(ast.BoolOp)
def boolean(m: Machine, node: ast.BoolOp) -> Value:
    """`a and b`, `a or b`: the operand that decides, for each possibility of the first."""
    return _chain(m, node.values, isinstance(node.op, ast.And))


def _chain(m: Machine, values: list[ast.expr], conjunction: bool) -> Value:
    first = m.eval(values[0])
    if len(values) == 1:
        return first
    staying, going = [], False
    for possible in first:
        holds = possible_truth(m, possible)
        if holds is None or holds != conjunction:
            staying.append((possible,))
        if holds is None or holds == conjunction:
            going = True
    if not going:
        skip(m, values[1:])
        return union(staying)
    if not staying:
        return _chain(m, values[1:], conjunction)
    base = m.state
    rest = both_ways(m, values[0], lambda: _chain(m, values[1:], conjunction), conjunction)
    if m.state.dead:
        m.state = base
    return union([*staying, rest])


@expression(ast.IfExp)
def conditional(m: Machine, node: ast.IfExp) -> Value:
    """`a if test else b`: one way where the test is decided, else both."""
    holds = decided(m, node.test)
    if holds is not None:
        skip(m, [node.orelse if holds else node.body])
        return m.eval(node.body if holds else node.orelse)
    from prelower.values.assume import assume

    base, ends, found = m.state, [], []
    passed = condition(m, node.test, True)
    for branch, way in ((node.body, True), (node.orelse, False)):
        test = passed._replace(truth=way)
        m.state = base.child(test)
        if not assume(m, node.test, way):
            continue
        value = m.eval(branch)
        if not m.state.dead:
            found.append(under(value, (test,)))
        ends.append(m.state)
    m.state = join(base, ends)
    return union(found) if found else unknown("neither way is possible")


def agreed(values: Iterable[Value]) -> Value:
    """The union of values, without conditions that hold for none in particular."""
    return union(values)
