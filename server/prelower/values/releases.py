"""The release of JAX as a program asks for it: the version as text and as numbers, and as `packaging` reads it."""

from __future__ import annotations

import re

from prelower.values.classinfo import info
from prelower.values.given import Given
from prelower.values.machine import Machine
from prelower.values.model import Instance, Known, Value
from prelower.values.plain import STR
from prelower.values.possible import one, unknown
from prelower.values.sequences import tuple_of
from prelower.values.special import first, special

_TEXTS = frozenset({"jax.__version__", "jax.version.__version__"})
_NUMBERS = frozenset({"jax.__version_info__", "jax.version.__version_info__"})
_PLAIN = re.compile(r"\d+(\.\d+)*")
"""A version whose order is that of its numbers; others are left alone."""
_NAMED = {"major": 0, "minor": 1, "micro": 2}


def release_attribute(m: Machine, dotted: str) -> Value | None:
    """The user's release, where this is one of its names; None elsewhere, and where the release is not known."""
    version = m.world.library.version if dotted in _TEXTS or dotted in _NUMBERS else None
    if version is None:
        return None
    if dotted in _TEXTS:
        return one(Known(version))
    return tuple_of(tuple(one(Known(int(part))) for part in version.split(".") if part.isdigit()))


@special("packaging.version.parse", "packaging.version.Version", "pkg_resources.parse_version")
def parsed(m: Machine, given: Given) -> Value:
    """`packaging.version.parse("0.6.2")`, whose value is its numbers without zeros at the end."""
    value = first(given)
    text = value[0].what.value if len(value) == 1 and isinstance(value[0].what, Known) else None
    if not isinstance(text, str) or not _PLAIN.fullmatch(text):
        return unknown("a version")
    numbers = [int(part) for part in text.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return one(Instance(info("packaging.version.Version"), True, tuple(numbers), text))


@special("importlib.metadata.version")
def installed_version(m: Machine, given: Given) -> Value:
    """`importlib.metadata.version("jax")`."""
    value = first(given)
    version = m.world.library.version if value and value[0].what == Known("jax") and len(value) == 1 else None
    return one(Known(version) if version is not None else STR)


def version_attribute(what: Instance, name: str) -> Value | None:
    """`.release`, `.major` and their like of a version; None of everything else."""
    if what.cls.name != "packaging.version.Version" or what.text is None:
        return None
    numbers = [int(part) for part in what.text.split(".")]
    if name == "release":
        return tuple_of(tuple(one(Known(number)) for number in numbers))
    if name in ("base_version", "public"):
        return one(Known(what.text))
    index = _NAMED.get(name)
    return None if index is None else one(Known(numbers[index] if index < len(numbers) else 0))
