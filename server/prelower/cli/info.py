"""`prelower info`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from prelower import __version__
from prelower.cli.arguments import Options
from prelower.cli.problems import CLEAN, Stop
from prelower.cli.project import Project, project_of, python_given, version_given
from prelower.config.find import find

if TYPE_CHECKING:
    from prelower.jaxview.environment import Environment
    from prelower.jaxview.jax import Jax


class View(NamedTuple):
    """What is looked at for a path."""

    project: Project
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


def run(options: Options) -> int:
    """Prints what is looked at, and why."""
    if not os.path.exists(options.path):
        raise Stop(f"{options.path}: no such file or folder")
    view = _view(options)
    if options.output_format == "json":
        import json

        print(json.dumps(_row(view), indent=2))
        return CLEAN
    for name, text in _rows(view):
        print(f"{name:<14}{text}")
    return CLEAN


def _view(options: Options) -> View:
    from prelower.jaxview import environment, jax

    project = project_of(options.path)
    config = project.config
    found = environment.find(project.root, python_given(options, config), os.environ, server=False)
    seen = jax.view(found, project.root, version_given(options, config))
    configuration = find(project.root)
    if not options.jax_version and config.jax_version:
        seen.how = f"`jax-version` in {configuration}"
    return View(project, configuration, found, seen)


def _rows(view: View) -> Iterator[tuple[str, str]]:
    """What is printed: names and texts."""
    yield "prelower", f"{__version__} on Python {_version(sys.version_info[:3])}"
    yield "project", view.project.root
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


def _row(view: View) -> dict[str, object]:
    environment, jax = view.environment, view.jax
    return {
        "version": __version__,
        "python": _version(sys.version_info[:3]),
        "project": view.project.root,
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
