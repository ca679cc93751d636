"""Attributes that functions carry: `budget.bytes_per_row = 2**14`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prelower.values.model import Value
from prelower.values.objects import Function, Scope
from prelower.values.possible import union, unknown

if TYPE_CHECKING:
    from prelower.values.machine import Machine

_OPEN = ("__kwdefaults__", "__dict__")
"""Attributes through which a function can be changed unseen."""


def function_attribute(m: Machine, function: Function, name: str) -> Value | None:
    """What a function carries under a name; None where nothing seen here has set it."""
    if name in _OPEN:
        m.dynamic = True
        return unknown(f"`{name}` of a function")
    space = m.carried.get((function.node, function.scope.number))
    found = m.state.value(space, name) if space is not None else None
    if found is not None and _made_again(m, function):
        return unknown(f"`{name}`, carried by one of several functions")
    return found


def _made_again(m: Machine, function: Function) -> bool:
    """Whether one definition made several functions, each of which may carry something else."""
    return sum(f.node is function.node and f.scope.number == function.scope.number for f in m.defined) > 1


def set_function_attribute(m: Machine, function: Function, name: str, value: Value, certain: bool) -> None:
    """`function.name = value`."""
    space = m.carried.setdefault((function.node, function.scope.number), m.fresh())
    old = m.state.value(space, name)
    m.bind(name, value if certain or old is None else union([old, value]), Scope(space, "class", None))


def doubt_carried(m: Machine, function: Function, name: str, doubt: Value) -> None:
    """Somebody may set what a function carries under a name (`*`: under any) at any time."""
    space = m.carried.get((function.node, function.scope.number))
    if space is None:
        return
    for each in m.visible(space) if name == "*" else [name]:
        old = m.state.value(space, each)
        if old is not None:
            m.state.delta[(space, each)] = old + doubt
