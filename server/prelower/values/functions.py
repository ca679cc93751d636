"""Calling the user's functions: binding arguments, running the body, joining what comes back."""

from __future__ import annotations

import ast

from prelower.values.classinfo import info
from prelower.values.coroutines import coroutine
from prelower.values.dicts import merged, one_dict
from prelower.values.frames import ANY, Frame, Guard
from prelower.values.given import Given
from prelower.values.handing import by_way_of
from prelower.values.machine import DEPTH, Machine
from prelower.values.memory import State, join
from prelower.values.model import (
    ARGUMENT,
    DEFAULT,
    DOUBT,
    Argument,
    Entry,
    Known,
    Place,
    Possible,
    Sequence,
    Unknown,
    Value,
)
from prelower.values.names import depends
from prelower.values.objects import DictObject, Function, ListObject, Parameter, Scope, UserClass
from prelower.values.possible import NONE, is_unknown, one, through, under, union, unknown
from prelower.values.registry import expression
from prelower.values.relevance import mattered
from prelower.values.returned import read_later
from prelower.values.scoping import locals_of
from prelower.values.sequences import items_of, no_mapping, not_iterable


def evaluate(m: Machine, node: ast.Call, eager: bool = True) -> Given:
    """The arguments of a call as they are here; an `eager` callee uses up a generator before it comes back."""
    positional: list[Argument] = []
    more = False
    for index, argument in enumerate(node.args):
        if not isinstance(argument, ast.Starred):
            last = all(isinstance(a, (ast.Name, ast.Constant)) for a in (*node.args[index + 1 :], *node.keywords))
            positional.append(_argument(m, argument, eager and not more and last))
            if more:
                m.lose(positional.pop().value, "given behind arguments that are not all known")
            continue
        unpacked = m.consume(argument.value)
        items = items_of(m, unpacked)
        if not_iterable(m, unpacked):
            m.throw("TypeError")
        if items is None:
            m.mark()
            more = True
            continue
        positional.extend(Argument(v, v[0].places[-1] if v[0].places else m.place(argument, ARGUMENT)) for v in items)
    keywords, more_named = _keywords(m, node.keywords, eager)
    return Given(tuple(positional), keywords, more, more_named, m.place(node, ARGUMENT))


def _argument(m: Machine, node: ast.expr, eager: bool) -> Argument:
    place = m.place(node, ARGUMENT)
    value = m.consume(node) if eager else m.eval(node)
    m.passed[place] = depends(m, node)
    if isinstance(node, ast.Name) and all(p.places and p.places[-1].role in (ARGUMENT, DEFAULT) for p in value):
        return Argument(value, place)  # a parameter handed on: the place stays the outer call's
    return Argument(through(value, place), place)


def _keywords(m: Machine, nodes: list[ast.keyword], eager: bool) -> tuple[dict[str, Argument], bool]:
    found: dict[str, Argument] = {}
    more = False
    for node in nodes:
        if node.arg is not None:
            found[node.arg] = _argument(m, node.value, eager)
            continue
        unpacked = m.consume(node.value)
        table = merged(m, DictObject(info("builtins.dict"), ()), one_dict(m, unpacked))
        if no_mapping(m, unpacked) or any(e.sure and e.key == Known(name) for e in table.entries for name in found):
            m.throw("TypeError")
        if table.rest:
            m.mark()
        more = more or table.rest
        for entry in table.entries:
            if isinstance(entry.key, Known) and isinstance(entry.key.value, str):
                value = entry.value if entry.sure else entry.value + unknown("perhaps not given")
                at = m.place(node.value, ARGUMENT)
                given = entry.place or at
                handed = all(p.places and p.places[-1].role in (ARGUMENT, DEFAULT) for p in value)
                value = by_way_of(value, at)
                value = value if handed else through(value, given._replace(role=ARGUMENT))
                if not entry.sure and entry.key.value in found:
                    m.mark("TypeError")  # given twice, or only before
                    continue
                found[entry.key.value] = Argument(value, given, at)
            elif isinstance(entry.key, Known) and entry.sure:
                m.throw("TypeError")  # keywords must be strings
            else:
                more = True
    return found, more


def parameters_of(m: Machine, args: ast.arguments) -> tuple[Parameter, ...]:
    """The parameters of a definition, their defaults evaluated now."""
    found = [Parameter(a.arg, "positional") for a in args.posonlyargs] + [Parameter(a.arg, "both") for a in args.args]
    for index, default in enumerate(reversed(args.defaults)):
        at = len(found) - 1 - index
        found[at] = found[at]._replace(default=_default(m, default))
    if args.vararg:
        found.append(Parameter(args.vararg.arg, "star"))
    for argument, default_node in zip(args.kwonlyargs, args.kw_defaults):
        found.append(Parameter(argument.arg, "keyword", _default(m, default_node) if default_node else None))
    if args.kwarg:
        found.append(Parameter(args.kwarg.arg, "double"))
    return tuple(found)


def _default(m: Machine, node: ast.expr) -> Value:
    return through(m.eval(node), m.place(node, DEFAULT))


@expression(ast.Lambda)
def lambda_(m: Machine, node: ast.Lambda) -> Value:
    """`lambda x: ...` is a function."""
    made = Function("<lambda>", node, m.unit, m.frame.scope, parameters_of(m, node.args))
    m.defined.append(made)
    return one(made)


def bind(m: Machine, function: Function, given: Given) -> dict[str, Value] | None:
    """The parameters' values for these arguments; None where Python raises TypeError."""
    bound: dict[str, Value] = {}
    positional = list(given.positional)
    keywords = dict(given.keywords)
    for parameter in function.parameters:
        if parameter.kind == "star":
            items = tuple(a.value for a in positional)
            bound[parameter.name] = one(Sequence(info("builtins.tuple"), items, given.more))
            positional = []
        elif parameter.kind == "double":
            bound[parameter.name] = _rest(m, keywords, given.more_named)
            keywords = {}
        elif positional and parameter.kind in ("positional", "both"):
            bound[parameter.name] = positional.pop(0).value
        elif parameter.name in keywords and parameter.kind != "positional":
            bound[parameter.name] = keywords.pop(parameter.name).value
        elif (given.more and parameter.kind != "keyword") or given.more_named:
            bound[parameter.name] = unknown(f"parameter `{parameter.name}`, given by an unpacked value not known")
        elif parameter.default is not None:
            bound[parameter.name] = by_way_of(parameter.default, given.site)
        else:
            return None
    return None if positional or keywords else bound


def _rest(m: Machine, keywords: dict[str, Argument], more: bool) -> Value:
    entries = tuple(Entry(Known(name), a.value, a.given) for name, a in keywords.items())
    return one(m.allocate(DictObject(info("builtins.dict"), entries, more)))


def enter(m: Machine, function: Function, given: Given, receiver: Possible | None = None) -> Value:
    """What calling a user's function gives here; () where it never comes back."""
    if len(m.entered) >= DEPTH or m.exhausted or _endless(m, function, given):
        for argument in (*given.positional, *given.keywords.values()):
            m.lose(argument.value, f"given to `{function.name}`, which calls too deep")
        return unknown(f"`{function.name}` calls itself too deep to follow")
    bound = bind(m, function, given)
    if bound is None:
        m.throw("TypeError")
        return ()
    if isinstance(function.node, ast.AsyncFunctionDef):
        return coroutine(m, function, given)
    return run_body(m, function, bound, given.site, receiver)


def _endless(m: Machine, function: Function, given: Given) -> bool:
    again = sum(f.node is function.node for f in m.entered)
    if again < 3:
        return False
    return again >= 9 or any(is_unknown(a.value) for a in (*given.positional, *given.keywords.values()))


def run_body(
    m: Machine,
    function: Function,
    bound: dict[str, Value],
    site: Place | None,
    receiver: Possible | None = None,
    *,
    for_calls: bool = False,
) -> Value:
    """What a function's body gives with these parameters; `for_calls`: only the watched calls in it are asked for."""
    names, outer, yields = locals_of(function.node)
    scope = Scope(m.fresh(), "function", function.scope, names, outer)
    base, unit, frame = m.state, m.unit, m.frame
    for name, value in bound.items():
        m.state.delta[(scope.number, name)] = value
        m.derived[(scope.number, name)] = _handed(m, value)
    m.frame, m.unit = Frame(scope, function, receiver), function.unit
    m.frame.doubtful, m.lazy = m.lazy and yields, False
    m.frame.matters = mattered(m, function) if for_calls and not m.whole else None
    if yields:
        m.frame.yields = []
    m.entered.append(function)
    if site is not None:
        m.all_entered.append(function)
        if not m.rooting:
            m.called_with.setdefault(function.node, base)
        if all(p.kind in ("star", "double") for p in function.parameters) and not base.path and not m.rooting:
            m.settled.add(function.node)
    if site is not None and site.path:
        m.sites.append(site)
    try:
        result = _body(m, function, base)
        if not yields:
            m.state.over[scope.number] = read_later(function.node)
    finally:
        m.frame, m.unit = frame, unit
        m.entered.pop()
        if site is not None and site.path:
            m.sites.pop()
    return result


def _handed(m: Machine, value: Value) -> frozenset[str]:
    """The variables at the caller that a parameter's value hangs on."""
    tests = [c.names for p in value for c in p.under]
    passed = [m.passed.get(p.places[-1], frozenset()) for p in value if p.places]
    return frozenset().union(*tests, *passed)


def _body(m: Machine, function: Function, base: State) -> Value:
    frame = m.frame
    if isinstance(function.node, ast.Lambda):
        return m.eval(function.node.body)
    start = m.state.child()
    m.state = start.child(DOUBT if frame.doubtful else None)  # nobody may ever ask a generator for an item
    frame.start = start.path
    left = Guard([], frozenset({ANY}), start)
    if frame.yields is not None:
        m.guards.append(left)
    m.run(function.node.body)
    if frame.yields is not None:
        m.guards.pop()
    if not m.state.dead:
        frame.returns.append((NONE, m.state))
    states = [state for _, state in frame.returns]
    if frame.yields is not None and (frame.doubtful or not states):  # nobody may ever ask it for an item
        frame.doubtful = True
        states.extend((start.child(DOUBT), *left.states))
    m.state = join(start, states) if states else m.state
    if left.states:
        m.mark()
    if frame.yields is not None:
        items = _yielded(m)
        return one(m.allocate(ListObject(info("builtins.generator"), items, frame.doubtful)))
    several = len(frame.returns) > 1
    values = []
    for value, state in frame.returns:
        extra = tuple(c for c in state.path if c not in start.path) if several else ()
        values.append(under(value, extra))
    if m.exhausted:
        return unknown("too long a way to follow")
    return union(values)


def _yielded(m: Machine) -> tuple[Value, ...]:
    frame = m.frame
    frame.doubtful = frame.doubtful or m.exhausted
    for value in (frame.yields or ()) if frame.doubtful else ():
        m.lose(value, "given by a generator that is not followed")
    return () if frame.doubtful else tuple(frame.yields or ())


def make_function(m: Machine, node: ast.FunctionDef | ast.AsyncFunctionDef, owner: UserClass | None = None) -> Function:
    """The function that a definition makes, undecorated."""
    scope = m.frame.scope
    return Function(node.name, node, m.unit, scope, parameters_of(m, node.args), owner)


def unknown_arguments(function: Function) -> dict[str, Value]:
    """Parameters of which nothing is known, for a function run for its own sake."""
    bound: dict[str, Value] = {}
    for parameter in function.parameters:
        if parameter.kind == "star":
            bound[parameter.name] = one(Sequence(info("builtins.tuple"), (), True))
        else:
            bound[parameter.name] = one(Unknown(f"parameter `{parameter.name}` of `{function.name}`"))
    return bound
