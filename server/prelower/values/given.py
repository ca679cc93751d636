"""What a call is given."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from prelower.values.model import Argument, Place

NOTHING: Mapping[str, Argument] = MappingProxyType({})


class Given(NamedTuple):
    """The arguments of a call; `more` and `more_named`: unknown ones may follow."""

    positional: tuple[Argument, ...] = ()
    keywords: Mapping[str, Argument] = NOTHING
    more: bool = False
    more_named: bool = False
    site: Place | None = None
