"""The families of handlers; importing them registers each node class and each special function."""

from __future__ import annotations

from prelower.values import (
    access,
    arguments,
    assume,
    branches,
    calls,
    collected,
    definitions,
    displays,
    functions,
    havoc,
    higher,
    inspecting,
    items,
    iterating,
    leaving,
    loops,
    making,
    modules,
    names,
    operators,
    statements,
    trying,
)

FAMILIES = (
    access,
    arguments,
    assume,
    branches,
    calls,
    collected,
    definitions,
    displays,
    functions,
    higher,
    inspecting,
    items,
    iterating,
    leaving,
    loops,
    making,
    modules,
    names,
    operators,
    statements,
    trying,
)
havoc.install()
