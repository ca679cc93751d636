"""Tests: whether one is decided, and what it tells about the names in it (narrowing)."""

from __future__ import annotations

import ast
from collections.abc import Callable

from prelower.values.classinfo import info
from prelower.values.machine import Machine
from prelower.values.memory import join
from prelower.values.model import Instance, Library, Possible, Unknown, Value
from prelower.values.names import condition
from prelower.values.objects import InstanceObject, Ref
from prelower.values.possible import under
from prelower.values.truths import value_truth


def decided(m: Machine, test: ast.expr) -> bool | None:
    """Whether a test holds, where that is known; its side effects happen."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = decided(m, test.operand)
        return None if inner is None else not inner
    return value_truth(m, m.eval(test))


def assume(m: Machine, test: ast.expr, way: bool) -> bool:
    """Narrow the state by a test that went this way; false where it cannot go so."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return assume(m, test.operand, not way)
    if isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) == way:  # all operands went this way
            return all(assume(m, value, way) for value in test.values)
        return _some(m, test, way)
    for subject in _subjects(test):
        if not _filter(m, subject, test, way):
            return False
    return True


def _some(m: Machine, test: ast.BoolOp, way: bool) -> bool:
    """Of `a or b` that holds (or `a and b` that fails) only a lone undecided operand is narrowed."""
    open_ = [value for value in test.values if _quiet_truth(m, value) is None]
    if any(_quiet_truth(m, value) is way for value in test.values):
        return True
    if len(open_) == 1:
        return assume(m, open_[0], way)
    subjects = {ast.dump(s): s for value in test.values for s in _subjects(value)}
    if len(subjects) == 1:
        return _filter(m, next(iter(subjects.values())), test, way)
    return True


def _quiet_truth(m: Machine, test: ast.expr) -> bool | None:
    before, calls, questions = m.state, len(m.calls), set(m.questions)
    m.state = before.child()
    guards, m.guards = m.guards, []
    result = decided(m, test)
    m.state, m.guards = before, guards
    del m.calls[calls:]
    m.questions = questions
    return result


def _subjects(test: ast.expr) -> list[ast.expr]:
    """The names and attributes that a test says something about."""
    found: list[ast.expr] = []
    stack: list[ast.AST] = [test]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.NamedExpr):
            found.append(node.target)
            stack.append(node.value)
        elif isinstance(node, ast.Call):
            stack.extend([*node.args, *(k.value for k in node.keywords)])
        elif _is_chain(node):
            found.append(node)  # type: ignore[arg-type]
        else:
            stack.extend(ast.iter_child_nodes(node))
    unique = {ast.dump(node): node for node in found}
    return list(unique.values())[:4]


def _is_chain(node: ast.AST) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _filter(m: Machine, subject: ast.expr, test: ast.expr, way: bool) -> bool:
    """Keep those possibilities of the subject with which the test can go this way."""
    if isinstance(test, ast.NamedExpr):
        test = test.target
    value = _current(m, subject)
    if value is None:
        return True
    kept: list[Possible] = []
    for possible in value:
        holds = _with(m, subject, (possible,), test)
        if holds is None and type(possible.what) is Unknown:
            possible = _by_isinstance(m, subject, test, way, possible)
        if holds is None or holds == way:
            kept.append(possible)
    if not kept:
        return False
    if tuple(kept) != value:
        _put(m, subject, tuple(kept))
    return True


def _by_isinstance(m: Machine, subject: ast.expr, test: ast.expr, way: bool, possible: Possible) -> Possible:
    """An unknown value that passed `isinstance(x, C)` is of class C."""
    if not (way and isinstance(test, ast.Call) and len(test.args) == 2 and not test.keywords):
        return possible
    if ast.dump(test.args[0]) != ast.dump(subject) or m.eval(test.func)[0].what != Library("builtins.isinstance"):
        return possible
    classes = m.eval(test.args[1])
    if len(classes) != 1:
        return possible
    cls = classes[0].what
    if isinstance(cls, Library) and cls.name.startswith("builtins."):
        return possible._replace(what=Instance(info(cls.name), exact=False))
    return possible


def _with(m: Machine, subject: ast.expr, value: Value, test: ast.expr) -> bool | None:
    before = m.state
    m.state = before.child()
    _put(m, subject, value)
    holds = _quiet_truth(m, test)
    m.state = before
    return holds


def _current(m: Machine, subject: ast.expr) -> Value | None:
    """The subject's value, where assigning a narrower one to it is sound."""
    if isinstance(subject, ast.Name):
        for scope in _chain_of(m):
            value = m.state.value(scope.number, subject.id)
            if value is not None:
                return value
        return None
    owner, name = _field(m, subject)
    return owner.fields.get(name) if owner else None


def _chain_of(m: Machine) -> list:
    scopes, scope = [], m.frame.scope
    while scope is not None:
        scopes.append(scope)
        scope = scope.parent  # type: ignore[assignment]
    return scopes


def _field(m: Machine, subject: ast.expr) -> tuple[InstanceObject | None, str]:
    if not isinstance(subject, ast.Attribute):
        return None, ""
    base = m.eval(subject.value)
    if len(base) == 1 and type(base[0].what) is Ref:
        thing = m.heap(base[0].what)
        if isinstance(thing, InstanceObject) and subject.attr in thing.fields:
            return thing, subject.attr
    return None, ""


def _put(m: Machine, subject: ast.expr, value: Value) -> None:
    if isinstance(subject, ast.Name):
        for scope in _chain_of(m):
            if m.state.value(scope.number, subject.id) is not None:
                m.state.delta[(scope.number, subject.id)] = value
                return
        return
    owner, name = _field(m, subject)
    if owner is not None and isinstance(subject, ast.Attribute):
        ref = m.eval(subject.value)[0].what
        if type(ref) is Ref:
            m.store(ref, owner._replace(fields={**owner.fields, name: value}))


def both_ways(m: Machine, test: ast.expr, work: Callable[[], Value], way: bool) -> Value:
    """What `work` gives where an undecided test goes this way; the state afterwards may be either."""
    base = m.state
    passed = condition(m, test, way)
    m.state = base.child(passed)
    if not assume(m, test, way):
        m.state = base
        return ()
    value = work()
    m.state = join(base, [m.state, base.child(passed._replace(truth=not way))])
    return under(value, (passed,))
