"""`prelower info`."""

from __future__ import annotations

import os

from prelower.cli.arguments import Options
from prelower.cli.problems import CLEAN, Stop
from prelower.cli.project import project_of, python_given, version_given
from prelower.config.find import find
from prelower.informing import View, row, told


def run(options: Options) -> int:
    """Prints what is looked at, and why."""
    if not os.path.exists(options.path):
        raise Stop(f"{options.path}: no such file or folder")
    view = _view(options)
    if options.output_format == "json":
        import json

        print(json.dumps(row(view), indent=2))
        return CLEAN
    for line in told(view):
        print(line)
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
    return View(project.root, configuration, found, seen)
