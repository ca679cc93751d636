"""What `from numpy import *` binds, as far as the tables know."""

from __future__ import annotations

import builtins
from functools import cache

from prelower.values.library.dispatch import CONSTANTS, FUNCTIONS
from prelower.values.model import Library, What

_SHADOWED = frozenset("abs all any bool divmod max min pow round sum".split())
"""The builtins that numpy has under the same name."""


@cache
def star_of_numpy() -> dict[str, What]:
    """By name: numpy's own where there is a table for it, and the builtins that numpy leaves alone."""
    names = {key[6:] for key in (*FUNCTIONS, *CONSTANTS) if key.startswith("numpy.")}
    found: dict[str, What] = {n: Library(f"builtins.{n}") for n in dir(builtins) if n not in _SHADOWED}
    found.update({n: CONSTANTS.get(f"numpy.{n}", Library(f"numpy.{n}")) for n in names if "." not in n})
    return found
