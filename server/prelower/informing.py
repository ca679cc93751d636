"""Which environment and which JAX are looked at, and why: for `prelower info` and for editors."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from prelower import __version__

if TYPE_CHECKING:
    from prelower.jaxview.environment import Environment
    from prelower.jaxview.jax import Jax


class View(NamedTuple):
    """What is looked at for a project."""

    root: str
    configuration: str | None
    environment: Environment
    jax: Jax

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed for want of knowledge, and what follows."""
        if self.jax.version is None:
            return ("no JAX was found: only what is the same in every release is checked",)
        if self.jax.place is None:
            return (f"names and messages are those of JAX {self.jax.version} as prelower knows it, not read from disk",)
        return ()


def told(view: View) -> Iterator[str]:
    """What is looked at, a line each."""
    for name, text in rows(view):
        yield f"{name:<14}{text}"


def rows(view: View) -> Iterator[tuple[str, str]]:
    """What is looked at: names and texts."""
    yield "prelower", f"{__version__} on Python {_version(sys.version_info[:3])}"
    yield "project", view.root
    yield "configuration", view.configuration or "none"
    environment = view.environment
    yield "environment", f"{environment.prefix or 'none'} ({environment.how})"
    if environment.python_version:
        yield "", f"Python {_version(environment.python_version)}"
    for folder in environment.site_packages:
        yield "", folder
    yield "JAX", f"{view.jax.version or 'none'} ({view.jax.how})"
    if view.jax.place:
        yield "", view.jax.place
    for text in view.assumed:
        yield "assumed", text
    for note in _notes(environment):
        yield "note", note


def _notes(environment: Environment) -> Iterator[str]:
    yield from environment.notes
    if environment.python_version and environment.python_version > sys.version_info[:2]:
        mine = _version(sys.version_info[:2])
        yield f"prelower runs on Python {mine}: a statement in newer syntax is passed over, the rest is checked"


def row(view: View) -> dict[str, object]:
    """The same as JSON."""
    environment, jax = view.environment, view.jax
    return {
        "version": __version__,
        "python": _version(sys.version_info[:3]),
        "project": view.root,
        "configuration": view.configuration,
        "environment": {
            "prefix": environment.prefix,
            "why": environment.how,
            "python": _version(environment.python_version) if environment.python_version else None,
            "site_packages": list(environment.site_packages),
        },
        "jax": {"version": jax.version, "how": jax.how, "place": jax.place},
        "assumed": list(view.assumed),
        "notes": list(_notes(environment)),
    }


def _version(parts: tuple[int, ...]) -> str:
    return ".".join(map(str, parts))
