"""What the nearest pyproject.toml says, which wins over what the editor says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple, cast

from prelower.config.find import find
from prelower.config.model import Config
from prelower.lsp.addresses import NOWHERE
from prelower.lsp.settings import Settings, python_path

if TYPE_CHECKING:
    from prelower.config.load import Problem
    from prelower.engine import Engine

Stamp = tuple[str, int, int]


class Project(NamedTuple):
    """A folder's configuration, what is wrong in it, and its file as it was when it was read."""

    config: Config
    problems: tuple[Problem, ...] = ()
    stamp: Stamp | None = None
    baseline: Stamp | None = None
    """The baseline's file as it was when it was read."""


def project_of(root: str, before: Project | None = None) -> Project:
    """The project in a folder; the one from before where its file has not changed."""
    path = find(root) if root != NOWHERE else None
    stamp = _stamp(path) if path is not None else None
    if before is not None and before.stamp == stamp and before.baseline == _baseline(before.config):
        return before
    if stamp is None:
        return Project(Config(root))
    # Loaded for a folder that is configured: until then nothing but pygls is in memory.
    from prelower.config.load import load
    from prelower.rules import pages

    loaded = load(root, [page.name for page in pages()])
    return Project(loaded.config, loaded.problems, stamp, _baseline(loaded.config))


def _baseline(config: Config) -> Stamp | None:
    return _stamp(config.baseline.path) if config.baseline is not None else None


def options(settings: Settings, config: Config, top: str) -> dict[str, object]:
    """What the engine of a project is made with; a path in the settings counts from the opened folder."""
    return {
        "python": config.python_path() or python_path(settings, top),
        "jax_version": config.jax_version or settings.jax_version,
        "select": config.select or settings.select,
        "ignore": config.ignore or settings.ignore,
    }


def jax_stamp(engine: Engine | None, top: str, options: dict[str, object]) -> object:
    """What tells that an engine made with these options looks at a JAX as it was; None where it looks at none."""
    if getattr(engine, "jax", None) is None:
        return None
    from prelower.jaxview.stamps import stamp

    return stamp(top, cast("str | None", options["python"]), cast("str | None", options["jax_version"]))


def judged(settings: Settings, config: Config) -> Config:
    """The configuration with the editor's severities, over which those of the file win."""
    return config._replace(severity=(*settings.severity, *config.severity))


def _stamp(path: str) -> Stamp | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return path, status.st_mtime_ns, status.st_size
