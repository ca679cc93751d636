"""JAX's messages with their placeholders filled as JAX fills them."""

from __future__ import annotations

import re

from prelower.values.model import ClassInfo, Record, What
from prelower.values.render import text_of

SOURCE = "\N{NULL}"
"""Stands in a message where the source text of the expression is to be put."""
_PLACEHOLDER = re.compile(r"\{[^{}]+\}")
UNHASHABLE = "As of JAX v0.7, parameters to jaxpr equations must have __hash__ and __eq__ methods."


def with_value(template: str, what: What) -> str:
    """A message that prints the value itself."""
    text = what.text if isinstance(what, Record) else text_of(what)
    return _PLACEHOLDER.sub(lambda _: SOURCE if text is None else text, template, count=1)


def with_type(template: str, cls: ClassInfo, printed: str) -> str:
    """A message that prints the value's class."""
    return _PLACEHOLDER.sub(lambda _: printed, template, count=1)


def unhashable(cls: ClassInfo) -> bool:
    """Whether values of a class have no hash, so that JAX 0.7 and newer stop at them first."""
    names = ("builtins.list", "builtins.dict", "builtins.set", "builtins.bytearray", "numpy.ndarray", "jax.Array")
    return cls.derives(*names) or cls.name in names
