"""Coroutines: calling an `async def` runs nothing yet."""

from __future__ import annotations

from prelower.values.classinfo import info
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Instance, Value
from prelower.values.objects import Function
from prelower.values.possible import one, unknown
from prelower.values.scoping import locals_of


def coroutine(m: Machine, function: Function, given: Given) -> Value:
    """What calling an `async def` gives: a coroutine, which runs when somebody awaits it, if ever."""
    m.lose(one(function), "awaited later")
    for argument in (*given.positional, *given.keywords.values()):
        m.lose(argument.value, f"given to `{function.name}`, which runs later")
    yields = locals_of(function.node)[2]
    return unknown("an asynchronous generator") if yields else one(Instance(info("builtins.coroutine")))
