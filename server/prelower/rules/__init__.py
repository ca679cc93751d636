"""The rules: one file each, found by scanning this package."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prelower.rules.base import Rule


@lru_cache(1)
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by name."""
    modules = (importlib.import_module(f"{__name__}.{m.name}") for m in pkgutil.iter_modules(__path__))
    return tuple(sorted((m.RULE for m in modules if hasattr(m, "RULE")), key=lambda rule: rule.name))
