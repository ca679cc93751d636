"""The machine that a run works with: memory, frames, bounds, and what it records.

Handlers of statements and expressions are registered by node class, in families, one file
a family (`expression`, `statement`); a node class nobody handles is havoc.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import NamedTuple

from prelower.text.span import Span
from prelower.values.memory import State
from prelower.values.model import Call, Known, Place, Possible, Question, Unknown, Value
from prelower.values.objects import Function, HeapObject, LostObject, Ref, Scope, Thing, Unit
from prelower.values.possible import one, unknown
from prelower.values.world import World

STEPS = 20_000
DEPTH = 12
ROUNDS = 64

Handler = Callable[["Machine", ast.AST], Value]
Doer = Callable[["Machine", ast.AST], None]

EXPRESSIONS: dict[type[ast.AST], Handler] = {}
STATEMENTS: dict[type[ast.AST], Doer] = {}


def expression(*kinds: type[ast.AST]) -> Callable[[Handler], Handler]:
    """Register the handler of these kinds of expression."""

    def register(handler: Handler) -> Handler:
        EXPRESSIONS.update(dict.fromkeys(kinds, handler))
        return handler

    return register


def statement(*kinds: type[ast.AST]) -> Callable[[Doer], Doer]:
    """Register the handler of these kinds of statement."""

    def register(handler: Doer) -> Doer:
        STATEMENTS.update(dict.fromkeys(kinds, handler))
        return handler

    return register


class Frame:
    """One activation: where its names live, and the states that left it early."""

    __slots__ = ("scope", "function", "returns", "loops", "yields", "receiver")

    def __init__(self, scope: Scope, function: Function | None = None, receiver: Possible | None = None) -> None:
        self.scope = scope
        self.function = function
        self.receiver = receiver
        self.returns: list[tuple[Value, State]] = []
        self.loops: list[tuple[list[State], list[State]]] = []
        self.yields: list[Value] | None = None


class Guard(NamedTuple):
    """An enclosing `try` body: the states in which it may be left, and what its handlers catch."""

    states: list[State]
    catches: frozenset[str]


class Machine:
    """Runs a program of small sets of possible values; see `interpret` for what comes of it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.state = State()
        self.unit = Unit("", 0)
        self.frame = Frame(Scope(0, "module", None))
        self.guards: list[Guard] = []
        self.sites: list[Place] = []
        self.quiet: list[str] = []
        self.entered: list[Function] = []
        self.calls: list[Call] = []
        self.questions: set[Question] = set()
        self.steps = 0
        self.total = 0
        self._next = 1

    # -- evaluating

    def eval(self, node: ast.AST) -> Value:
        """The value of an expression here and now."""
        if self.state.dead or not self.step():
            return unknown("never reached" if self.state.dead else "too long a way to follow")
        handler = EXPRESSIONS.get(type(node))
        return handler(self, node) if handler else unknown(f"{type(node).__name__} is not modelled")

    def run(self, nodes: list[ast.stmt]) -> None:
        """Run statements in order until nobody gets further."""
        for node in nodes:
            if self.state.dead:
                return
            self.do(node)

    def do(self, node: ast.stmt) -> None:
        """Run one statement."""
        if not self.step():
            return
        handler = STATEMENTS[type(node)]
        handler(self, node)

    def step(self) -> bool:
        """Count a step; false where the bound is passed and nothing more is followed."""
        self.steps += 1
        self.total += 1
        return self.steps <= STEPS

    @property
    def exhausted(self) -> bool:
        """Whether the bound on steps is passed."""
        return self.steps > STEPS

    # -- places

    def span(self, node: ast.AST) -> Span:
        """Where a node stands in its file."""
        unit = self.unit
        line, end = node.lineno - 1 + unit.line, node.end_lineno - 1 + unit.line  # type: ignore[attr-defined]
        start, stop = node.col_offset, node.end_col_offset  # type: ignore[attr-defined]
        if unit.shift:
            start += unit.shift if line == 0 else 0
            stop += unit.shift if end == 0 else 0
        return Span(line, start, end, stop)

    def place(self, node: ast.AST, role: str) -> Place:
        """Where a node stands, and what part it plays."""
        return Place(self.unit.path, self.span(node), role)

    # -- memory

    def fresh(self) -> int:
        """A number not used before: an address or a scope's."""
        self._next += 1
        return self._next

    def allocate(self, thing: HeapObject) -> Ref:
        """A reference to a new object in memory."""
        address = self.fresh()
        self.state.delta[address] = thing
        return Ref(address)

    def heap(self, ref: Ref) -> HeapObject:
        """The object that a reference leads to."""
        return self.state.object(ref.address)

    def store(self, ref: Ref, thing: HeapObject) -> None:
        """Put an object in the place of the one at a reference."""
        self.state.delta[ref.address] = thing

    def bind(self, name: str, value: Value, scope: Scope | None = None) -> None:
        """Bind a name in its scope."""
        scope = scope or self.scope_of(name)
        self.state.delta[(scope.number, name)] = value

    def unbind(self, name: str) -> None:
        """Take a name out of its scope."""
        self.state.delta[(self.scope_of(name).number, name)] = ()

    def scope_of(self, name: str) -> Scope:
        """The scope that an assignment to a name writes to."""
        scope = self.frame.scope
        if name in scope.outer:
            return module_of(scope)
        if scope.kind == "function" and name not in scope.names and scope.parent is not None:
            return self._enclosing(scope, name)
        return scope

    def _enclosing(self, scope: Scope, name: str) -> Scope:
        """The function that holds a `nonlocal` name."""
        outer = scope.parent
        while outer is not None and outer.kind != "module":
            if outer.kind == "function" and name in outer.names:
                return outer
            outer = outer.parent
        return scope

    # -- leaving

    def die(self) -> None:
        """Nobody gets any further on this way."""
        self.state = self.state.child()
        self.state.dead = True

    def throw(self) -> None:
        """An exception leaves from here for whoever catches it."""
        if self.guards and not self.state.dead:
            self.guards[-1].states.append(self.state)
        self.die()

    def mark(self) -> None:
        """An exception may leave from here: an enclosing handler may start in this state."""
        if self.guards and not self.state.dead:
            self.guards[-1].states.append(self.state)
            self.state = self.state.child()

    # -- havoc

    def lose(self, value: Value, reason: str) -> None:
        """Something unknown has had its hands on a value: what it holds is not known any more."""
        self._lose(value, reason, set())

    def _lose(self, value: Value, reason: str, seen: set[int]) -> None:
        from prelower.values.objects import DictObject, InstanceObject, ListObject

        for possible in value:
            what: Thing = possible.what
            if type(what) is not Ref or what.address in seen:
                continue
            seen.add(what.address)
            thing = self.heap(what)
            inside: list[Value] = []
            if isinstance(thing, ListObject):
                inside = list(thing.items)
            elif isinstance(thing, DictObject):
                inside = [entry.value for entry in thing.entries]
            elif isinstance(thing, InstanceObject):
                if thing.call is not None:
                    continue  # what JAX made is frozen
                inside = list(thing.fields.values())
            for held in inside:
                self._lose(held, reason, seen)
            self.store(what, LostObject(reason))

    def ask(self, kind: str, name: str) -> Value:
        """What the look-ups know, or Unknown with the question noted."""
        question = Question(kind, name)
        answer = self.world.answer(question)
        if answer is None:
            self.questions.add(question)
            return unknown(f"`{name}` is not known yet")
        return one(answer)


def module_of(scope: Scope) -> Scope:
    """The module that a scope belongs to."""
    while scope.parent is not None:
        scope = scope.parent
    return scope


__all__ = ["DEPTH", "ROUNDS", "STEPS", "Frame", "Guard", "Known", "Machine", "Unknown", "expression", "module_of", "statement"]
