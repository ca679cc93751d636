"""The rules: one file each, found by scanning this package."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prelower.rules.base import Page, Rule


@lru_cache(1)
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by name."""
    return tuple(sorted((m.RULE for m in _modules() if hasattr(m, "RULE")), key=lambda rule: rule.name))


@lru_cache(1)
def pages() -> tuple[Rule | Page, ...]:
    """Everything that has a page: the rules, and what is reported without JAX having a part in it."""
    own = [m.PAGE for m in _modules() if hasattr(m, "PAGE")]
    return tuple(sorted((*all_rules(), *own), key=lambda page: page.name))


def _modules() -> Iterator[Any]:
    return (importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__))
