"""The machine that a run works with: memory, frames, bounds, and what it records.

What to do with a node is looked up in the registry; a node class nobody handles is havoc.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable

from prelower.text.span import Span
from prelower.values.frames import Frame
from prelower.values.losing import let_go, lose
from prelower.values.memory import State
from prelower.values.model import ARGUMENT, Call, Known, Library, Place, Question, Sequence, Value
from prelower.values.objects import (
    DictObject,
    Function,
    HeapObject,
    LostObject,
    ModuleRef,
    Ref,
    Scope,
    Unit,
    UserClass,
    contents,
)
from prelower.values.possible import one, unknown
from prelower.values.registry import EXPRESSIONS, STATEMENTS
from prelower.values.ways import Ways
from prelower.values.world import World

STEPS = 20_000
DEPTH = 12
ROUNDS = 64
RISKY = (ast.ClassDef, ast.Delete, ast.AugAssign, ast.With, ast.AsyncWith, ast.For, ast.AsyncFor, ast.Match)
"""Statements that may raise whatever is known of their values."""
CALM = (ast.Constant, ast.Lambda, ast.Slice)
"""Expressions that never raise."""
SURE = (Known, Sequence, Function, UserClass, ModuleRef, Library, Ref)
"""What an expression gives that is known so well that raising would have been seen."""
NOWHERE = Place("", Span(0, 0, 0, 0), ARGUMENT)
"""The site of a call that nobody wrote as one: a property's, an operator's."""
_NUMBERS = itertools.count(1)
"""Never the same number twice, whatever run it is in: results of one may be used in another."""


def _nothing(*_: object) -> Value:
    return unknown("calls are not followed")


def _past_nothing(*_: object) -> None:
    return None


class Machine(Ways):
    """Runs a program of small sets of possible values; see `interpret` for what comes of it."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.words: frozenset[str] = frozenset()
        self.unit = Unit("", 0)
        self.frame = Frame(Scope(0, "module", None))
        self.sites: list[Place] = []
        self.quiet: list[str] = []
        self.entered_managers: list[Value] = []
        self.calls: list[Call] = []
        self.questions: set[Question] = set()
        self.rooting = False
        """Whether a function is run for its own sake."""
        self.root_path = ""
        self.chosen_lines: frozenset[int] = frozenset()
        self.ended = False
        """Whether importing the file surely raises, so that none of its functions is ever called."""
        self.chosen = False
        """Whether the function that runs for its own sake is one of those that a test for releases may choose."""
        self.risky = False
        """Whether something in the statement at hand may raise."""
        self.consumed: ast.AST | None = None
        """The expression whose items are used up right where it stands: a generator there runs at once."""
        self.lazy = False
        self.recorded: dict[int, tuple[object, Ref]] | None = None
        """By identity of what was shown to a table: the object in memory that it shows."""
        self.invoke: Callable[..., Value] = _nothing
        self.lead_past: Callable[[Machine, list[ast.stmt]], None] = _past_nothing

    def call(self, callee: Value, arguments: tuple[Value, ...], keywords: dict[str, Value] | None = None) -> Value:
        """What calling a value with these arguments gives, at the current site."""
        from prelower.values.classes import given_of

        site = self.sites[-1] if self.sites else NOWHERE
        return self.invoke(self, callee, given_of(arguments, site, keywords))

    # -- evaluating

    def eval(self, node: ast.AST) -> Value:
        """The value of an expression here and now."""
        if self.state.dead or not self.step():
            return unknown("never reached" if self.state.dead else "too long a way to follow")
        value = EXPRESSIONS[type(node)](self, node)
        if self.guards and not self.risky:
            self.risky = type(node) not in CALM and not (len(value) == 1 and type(value[0].what) in SURE)
        return value

    def consume(self, node: ast.AST) -> Value:
        """The value of an expression whose items are used up at once."""
        self.consumed = node
        return self.eval(node)

    def run(self, nodes: list[ast.stmt]) -> None:
        """Run statements in order until nobody gets further."""
        for number, node in enumerate(nodes):
            if self.state.dead:
                self.lead_past(self, nodes[number:])
                return
            if self.frame.matters is None or node in self.frame.matters:
                self.do(node)

    def do(self, node: ast.stmt) -> None:
        """Run one statement."""
        if not self.step():
            return
        handler = STATEMENTS[type(node)]
        if not self.guards:
            handler(self, node)
            return
        before, risky = self.state, self.risky
        self.state, self.risky = before.child(), isinstance(node, RISKY)
        handler(self, node)
        if self.risky:
            self.may_leave(before)
            if any(type(key) is int for key in self.state.delta) and not self.state.dead:
                self.may_leave(self.state)  # what it changed first stays changed
                self.state = self.state.child()
        self.risky = risky or self.risky

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
        return next(_NUMBERS)

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
        old = self.heap(ref)
        self.state.delta[ref.address] = thing
        self.note_change(ref.address)
        let_go(self, old, thing)
        if isinstance(old, DictObject) and old.of is not None and old.of != ref:
            for value in (one(old.of), *contents(thing)):
                self.lose(value, "in the `__dict__` of an object")
            self.state.delta[ref.address] = LostObject("the `__dict__` of an object")

    def bind(self, name: str, value: Value, scope: Scope | None = None) -> None:
        """Bind a name in its scope."""
        scope = scope or self.scope_of(name)
        self.state.delta[(scope.number, name)] = value
        self.note_change((scope.number, name))

    def visible(self, scope: int) -> list[str]:
        """The names bound in a scope, in the order of their first binding."""
        layers = []
        state: State | None = self.state
        while state is not None:
            layers.append(state)
            state = state.parent
        found: dict[str, None] = {}
        for layer in reversed(layers):
            for key in layer.delta:
                if isinstance(key, tuple) and key[0] == scope:
                    found[key[1]] = None
        return list(found)

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

    # -- havoc

    def lose(self, value: Value, reason: str) -> None:
        """Something unknown has had its hands on a value: what it holds is not known any more."""
        lose(self, value, reason)

    def patch(self, dotted: str) -> None:
        """The program replaces a name outside the project; nothing is said of JAX that is not JAX's own any more."""
        self.patched.add(dotted)
        if dotted.startswith(("jax.", "jaxlib.", "sys.modules")):
            self.dynamic = True

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
