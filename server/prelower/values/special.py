"""The registry of functions outside the project that need the run itself."""

from __future__ import annotations

from collections.abc import Callable

from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Value
from prelower.values.possible import unknown

Special = Callable[[Machine, Given], Value]
HIGHER: dict[str, Special] = {}


def special(*names: str) -> Callable[[Special], Special]:
    """Register what calling these names does."""

    def register(work: Special) -> Special:
        HIGHER.update(dict.fromkeys(names, work))
        return work

    return register


def first(given: Given) -> Value:
    """The first argument."""
    return given.positional[0].value if given.positional else unknown("nothing given")
