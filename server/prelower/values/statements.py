"""Simple statements: assignments, expressions, return, raise, assert, del, global."""

from __future__ import annotations

import ast

from prelower.values.assume import assume, decided
from prelower.values.classinfo import info
from prelower.values.dicts import merged
from prelower.values.frames import ANY
from prelower.values.machine import Machine
from prelower.values.methods import pairs_as_dict
from prelower.values.model import MADE, Library, Unknown, Value
from prelower.values.names import condition, identifiers, lookup
from prelower.values.objects import DictObject, ListObject, LostObject, Ref, UserClass
from prelower.values.operators import BINARY, operate
from prelower.values.possible import NONE, through, unknown
from prelower.values.registry import expression, statement
from prelower.values.sequences import items_of
from prelower.values.targets import delete, store


@statement(ast.Assign)
def assignment(m: Machine, node: ast.Assign) -> None:
    """`a = b = value`."""
    unpacked = len(node.targets) == 1 and isinstance(node.targets[0], (ast.Tuple, ast.List))
    value = m.consume(node.value) if unpacked else m.eval(node.value)
    for target in node.targets:
        m.risky = m.risky or not isinstance(target, ast.Name)
        store(m, target, value, node.value)


@statement(ast.AnnAssign)
def annotated(m: Machine, node: ast.AnnAssign) -> None:
    """`name: annotation = value`."""
    if m.frame.scope.kind == "class" and isinstance(node.target, ast.Name):
        text = ast.unparse(node.annotation) + _field_options(node.value)
        m.annotations.setdefault(m.frame.scope.number, []).append((node.target.id, text))
    if node.value is not None:
        store(m, node.target, m.eval(node.value), node.value)


def _field_options(value: ast.expr | None) -> str:
    """What `field(init=False, kw_only=True)` says beside the default, as text behind the annotation."""
    found = ""
    for keyword in value.keywords if isinstance(value, ast.Call) else ():
        if keyword.arg in ("init", "kw_only"):
            try:
                found += f" {keyword.arg}={bool(ast.literal_eval(keyword.value))}"
            except ValueError:
                found += f" {keyword.arg}=?"
    return found


@statement(ast.AugAssign)
def augmented(m: Machine, node: ast.AugAssign) -> None:
    """`target op= value`; lists and dicts change in place and are stored again, which a setter or a class sees."""
    sign = BINARY[type(node.op)]
    left, right = m.eval(node.target), m.eval(node.value)
    if _in_place(m, sign, left, right):
        if not isinstance(node.target, ast.Name):
            store(m, node.target, left, node.value)
        return
    value = operate(m, sign, left, right, node.value)
    store(m, node.target, value, node.value)


def _in_place(m: Machine, sign: str, left: Value, right: Value) -> bool:
    what = left[0].what if len(left) == 1 else None
    if any(isinstance(p.what, Unknown) or type(p.what) is Ref and isinstance(m.heap(p.what), LostObject) for p in left):
        m.lose(right, f"given to something not known by `{sign}=`")
    if type(what) is not Ref:
        objects = tuple(p for p in left if type(p.what) is Ref)
        if objects:
            m.lose((*objects, *right), f"changed by `{sign}=` or not")
        return False
    thing = m.heap(what)
    if isinstance(thing, ListObject) and sign == "+" and thing.cls == info("builtins.list"):
        items = items_of(m, right)
        more = () if thing.rest else items or ()
        if thing.rest:
            m.lose(right, "in a list that is not all known")
        m.store(what, thing._replace(items=thing.items + more, rest=thing.rest or items is None))
        return True
    if isinstance(thing, DictObject) and sign == "|":
        m.store(what, merged(m, thing, pairs_as_dict(m, right)))
        return True
    if isinstance(thing, (ListObject, DictObject)):
        m.lose(left, f"changed by `{sign}=`")
        return True
    return False


@statement(ast.Expr)
def expression_statement(m: Machine, node: ast.Expr) -> None:
    """An expression for its effects."""
    m.eval(node.value)


@statement(ast.Pass, ast.Global, ast.Nonlocal)
def nothing(m: Machine, node: ast.stmt) -> None:
    """Nothing happens here; `global` and `nonlocal` are read with the function."""


@statement(ast.Return)
def return_(m: Machine, node: ast.Return) -> None:
    """`return value`."""
    value = m.eval(node.value) if node.value is not None else NONE
    if node.value is not None and not all(p.places for p in value):  # a name of JAX's comes from nowhere else
        place = m.place(node.value, MADE)
        value = tuple(p if p.places else p._replace(places=(place,)) for p in value)
    if not m.state.dead:
        m.frame.returns.append((value, m.state))
    m.die()


@statement(ast.Raise)
def raise_(m: Machine, node: ast.Raise) -> None:
    """`raise exception`: on to whoever catches it."""
    kind = ANY
    if node.exc is not None:
        callee = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        m.eval(node.exc)
        for name in sorted(identifiers(node.exc)):  # whoever catches it may change what it holds
            m.lose(tuple(p for p in lookup(m, name) if type(p.what) is Ref), "given to an exception")
        value = m.eval(callee)
        what = value[0].what if len(value) == 1 else None
        if isinstance(what, Library):
            kind = what.name.rsplit(".", 1)[-1]
        elif isinstance(what, UserClass):
            kind = ANY
    m.throw(kind)


@statement(ast.Assert)
def assert_(m: Machine, node: ast.Assert) -> None:
    """`assert test`: afterwards it holds."""
    holds = decided(m, node.test)
    if holds is False:
        m.throw("AssertionError")
    elif holds is None:
        m.mark("AssertionError")
        passed = condition(m, node.test, True)
        m.state = m.state.child(passed)
        if not assume(m, node.test, True):
            m.throw("AssertionError")


@statement(ast.Delete)
def delete_(m: Machine, node: ast.Delete) -> None:
    """`del target`."""
    for target in node.targets:
        delete(m, target)


@expression(ast.Await)
def await_(m: Machine, node: ast.Await) -> Value:
    """`await call()` gives what the call does."""
    return m.eval(node.value)


@expression(ast.Yield)
def yield_(m: Machine, node: ast.Yield) -> Value:
    """`yield value`: one more item of the generator."""
    value = m.eval(node.value) if node.value is not None else NONE
    _yielded(m, value)
    return unknown("what is sent into a generator")


def _yielded(m: Machine, value: Value) -> None:
    if m.frame.yields is None:
        return
    place = value[0].places[-1] if value and value[0].places else None
    m.frame.yields.append(through(value, place._replace(role=MADE)) if place else value)
    if m.state.path != m.frame.start:
        m.frame.doubtful = True


@expression(ast.YieldFrom)
def yield_from(m: Machine, node: ast.YieldFrom) -> Value:
    """`yield from items`."""
    items = items_of(m, m.consume(node.value))
    if items is None:
        m.frame.doubtful = True
    for item in items or ():
        _yielded(m, item)
    return unknown("what a generator returns")
