"""Activations and guards: where a run is, and which ways lead out of there."""

from __future__ import annotations

import ast
from typing import NamedTuple

from prelower.values.memory import State
from prelower.values.model import Condition, Possible, Value
from prelower.values.objects import Function, Scope

ANY = "*"
"""An exception of any kind; as a handler, one that catches all."""


class Frame:
    """One activation: where its names live, and the states that left it early."""

    __slots__ = ("scope", "function", "returns", "loops", "yields", "doubtful", "receiver", "start", "matters")

    def __init__(self, scope: Scope, function: Function | None = None, receiver: Possible | None = None) -> None:
        self.scope = scope
        self.function = function
        self.receiver = receiver
        self.returns: list[tuple[Value, State]] = []
        self.loops: list[tuple[list[State], list[State]]] = []
        self.yields: list[Value] | None = None
        self.doubtful = False
        """Whether a generator may give fewer or more items than seen."""
        self.start: tuple[Condition, ...] = ()
        self.matters: frozenset[ast.stmt] | None = None
        """The statements that are run; None for all."""


class Guard(NamedTuple):
    """An enclosing `try` body: the states in which it may be left, and what its handlers catch."""

    states: list[State]
    catches: frozenset[str]
    base: State
    passes_on: bool = False
    """Whether it is only a `finally`, from which the exception goes on."""
